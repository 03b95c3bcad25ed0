/** All texts of pages, in German. */

import { problems } from '../../../config/errors.ts'
import { recordTexts } from '../../../record/naming/locale.ts'
import { createPlural, type Parts, type Texts } from './en.ts'

const plural = createPlural('de')

/** Of what programs meet rather than people: the details are in English. */
const otherProblem = {
  title: 'Die Anfrage lässt sich nicht beantworten',
  help: 'Die Einzelheiten sagen, woran es liegt. Vielleicht hilft eine Suche.',
}

export const de = {
  day: (parts) => parts.toReversed().join('.'),
  language: 'Deutsch',
  ...recordTexts.de,
  page: {
    skip: 'Zum Inhalt springen',
    languages: 'Sprache',
    collections: 'Sammlungen',
    more: 'Mehr',
    documentation: 'Dokumentation',
    aboutData: 'Über die Daten (VoID)',
    publishedBy: <C>(who: C): Parts<C> => ['Herausgegeben von ', who, '. '],
    licence: <C>(licence: C): Parts<C> => ['Lizenz der Daten: ', licence, '. '],
    contact: 'Kontakt',
    poweredBy: (software) => `Betrieben mit ${software}.`,
    pages: 'Seiten',
    pageOf: (page, last) => `Seite ${page} von ${last}`,
  },
  formats: {
    expanded: 'JSON-LD, expandiert',
    atom: 'Atom-Feed',
    embed: 'HTML zum Einbetten',
  },
  searchBox: {
    label: 'Einträge suchen',
    labelOfAll: 'Alles durchsuchen',
    placeholder: 'Wörter, DOI, ORCID oder ROR',
    searchType: (types) => `${types} durchsuchen`,
    searchIn: 'Suchen in',
    allRecords: 'Alle Einträge',
    search: 'Suchen',
  },
  starting: {
    title: 'Startet',
    heading: 'Dieser Server startet gerade',
    help: 'Sein Graph wird vorbereitet. Diese Seite sieht alle fünf Sekunden nach.',
  },
  scripts: {
    suggestions: 'Vorschläge',
    noSuggestions: 'Keine Vorschläge',
    oneSuggestion: '1 Vorschlag',
    someSuggestions: '{count} Vorschläge',
    copy: 'Kopieren',
    copyName: '{name} kopieren',
    copied: 'Kopiert',
    nameCopied: '{name} kopiert',
    pressKeys: 'Strg+C drücken',
    nameSelected: '{name} ist markiert: zum Kopieren Strg+C drücken',
    query: 'Abfrage',
    completions: 'Ergänzungen',
    noTerms: 'Der Endpunkt beschreibt sich nicht: {status}',
    noEntities: 'Entitäten konnten nicht nachgeschlagen werden: {status}',
  },
  home: {
    newest: (types) => `Neueste ${types}`,
    mostCited: (types) => `Meistzitierte ${types}`,
    try: 'Zum Beispiel: ',
    dataVersion: 'Version der Daten',
    created: 'Stand der Daten',
    loaded: 'Geladen',
    base: 'Basis-IRI',
    apiHelp:
      'Die Sammlungen der SKG-IF-API. Jede Sammlung ist eine Liste, die sich filtern lässt; jeder ' +
      'Eintrag hat eine URL mit seiner Kennung.',
  },
  search: {
    title: (text) => `Suche: ${text}`,
    resultsFor: (text) => `Ergebnisse für „${text}“`,
    tabs: 'Sammlungen mit Treffern',
    all: 'Alle',
    identified: (count) =>
      plural(count, {
        one: 'Der Eintrag mit dieser Kennung',
        other: 'Einträge mit dieser Kennung',
      }),
    nothing: (text) => `Kein Eintrag enthält alle Wörter von „${text}“.`,
    fewer: <C>(words: C): Parts<C> => [' Hier sind die Treffer für ', words, '.'],
    advice: 'Prüfen Sie die Schreibweise, oder suchen Sie nach einem allgemeineren Wort.',
  },
  list: {
    ...recordTexts.de.list,
    all: (types) => `Alle ${types}`,
    allCounted: (counted) => `Alle ${counted}`,
    described: (types, filters) => `${types} – ${filters.join('; ')}`,
    example: (types, word) => `„${word}“ in ${types}`,
    quoted: (text) => `„${text}“`,
    activeFilters: 'Aktive Filter',
    removeFilter: (name, value) => `Filter entfernen: ${name}: ${value}`,
    removeAll: 'Alle entfernen',
    showCitedOnly: (count) => `Auch anzeigen, was nur aus Zitaten bekannt ist (${count})`,
    and: 'und ',
    filter: 'Filtern',
    facets: 'Facetten',
    chosen: '(ausgewählt)',
    more: (count) => `${count} weitere`,
    showAll: 'Alle zeigen',
    mostFrequent: (some, all) => `Die ${some} häufigsten von ${all}`,
    findIn: (facet) => `${facet} suchen`,
    advanced: 'Erweiterte Suche',
    moreFilters: 'Weitere Filter',
    inUse: (count) => `(${count} aktiv)`,
    any: 'beliebig',
    exampleValue: (value) => `z. B. ${value}`,
    sample: 'Zufallsstichprobe: ',
    sortedBy: 'Sortierung: ',
    relevance: 'Relevanz',
    id: 'Kennung',
    orDescending: <C>(link: C): Parts<C> => [' (aufsteigend oder ', link, ')'],
    orAscending: <C>(link: C): Parts<C> => [' (absteigend oder ', link, ')'],
    ascending: 'aufsteigend',
    descending: 'absteigend',
    pageSizes: 'Einträge pro Seite: ',
    first: 'Erste',
    previous: 'Vorherige',
    next: 'Nächste',
    last: 'Letzte',
    none: (described) => `Keine Treffer: ${described}.`,
    emptyRange: ' Das erste Datum liegt nach dem letzten: Vertauschen Sie die beiden.',
    someHave: <C>(words: C): Parts<C> => [' Treffer gibt es für ', words, '.'],
    pages: (count, text) =>
      plural(count, { one: 'Es gibt nur eine Seite.', other: `Es gibt nur ${text} Seiten.` }),
    bestNamed: <C>(record: C, name: string, lists: C): Parts<C> => [
      'Angezeigt für ',
      record,
      `: der beste Treffer für „${name}“ unter `,
      lists,
      '.',
    ],
    export: 'Export',
    sampleExport:
      'Eine Zufallsstichprobe der Liste: Herunterladen lässt sich die ganze Liste oder diese Seite.',
    thisPageAs: 'Diese Seite als ',
    embed: 'In eine andere Seite einbetten',
    frame: 'Rahmen für eine andere Seite',
    asSparql: 'Als SPARQL anzeigen',
    openSparql: 'In SPARQL öffnen',
    downloadLimit: (maximum) =>
      `Ein Download umfasst höchstens ${maximum} Einträge: Grenzen Sie die Liste mit einem Filter ein.`,
    downloadAs: (count, text) =>
      plural(count, {
        one: 'Den Eintrag herunterladen als ',
        other: `Alle ${text} Einträge herunterladen als `,
      }),
    at: (counted, title) => `${counted} bei ${title}`,
    toAppear: (year) => `erscheint ${year}`,
    alsoCalled: <C>(name: C): Parts<C> => ['Auch bekannt als ', name],
  },
  record: {
    ...recordTexts.de.record,
    cite: 'Zitieren',
    read: 'Lesen oder herunterladen',
    atPublisher: 'Beim Verlag',
    referenceIn: (style) => `Literaturangabe im Stil ${style}`,
    bibtexEntry: 'BibTeX-Eintrag',
    managers: 'Für Literaturverwaltungen: ',
    abstract: 'Zusammenfassung',
    source: (count) => plural(count, { one: 'Quelle: ', other: 'Quellen: ' }),
    atAGlance: (what) => `${what} auf einen Blick`,
    countedOnly: (count) => `Nur die ersten ${count} Verweise sind gezählt.`,
    feed: 'Feed',
    series: 'Reihe ',
    theSeries: (name) => `Die Reihe ${name}`,
    firstOf: (some, all) =>
      `Die ersten ${some} von ${all}; die anderen Formate dieses Eintrags enthalten alle.`,
    noteLabel: (label) => `${label}:`,
    kinds: (words) => words.join(', '),
    severalTitle: 'Mehrere Einträge',
    several: (identifier) => `Diese Einträge haben die Kennung ${identifier}.`,
    noRecord: 'Kein Eintrag',
    mentioned: (count, text) =>
      `Nur erwähnt: ${plural(count, {
        one: 'Ein Eintrag verweist',
        other: `${text} Einträge verweisen`,
      })} darauf, aber es gibt hier keinen Eintrag dazu.`,
    firstListed: (count) => ` Die ersten ${count} sind hier aufgeführt.`,
    originalAddress: 'Ursprüngliche Adresse: ',
  },
  chart: {
    notShown: 'Nicht dargestellt: ',
    before: (count, year) => `${count} vor ${year}`,
    after: (count, year) => `${count} nach ${year}`,
  },
  data: {
    title: 'Über die Daten',
    formats: 'Für Programme, als VoID und DCAT: ',
    triples: 'Tripel',
    subjects: 'Subjekte',
    download: 'Download',
    dump: 'der ganze Graph als N-Quads',
    contextsLink: 'Kontexte',
    classes: 'Klassen',
    properties: 'Eigenschaften',
    contexts: 'Kontexte',
    contextsHelp:
      'Die JSON-LD-Kontexte, durch die das JSON dieses Servers RDF ist: die veröffentlichten, mit Korrekturen.',
    publishedAs: <C>(version: string, link: C): Parts<C> => [`${version}, nach `, link],
  },
  problem: {
    error: (status) => `Fehler ${status}`,
    request: 'Anfrage',
    type: 'Art des Fehlers',
    home: 'Startseite',
    allTypes: 'Alle Arten von Fehlern',
    details: 'Einzelheiten',
    noRecord: <C>(known: C | undefined, other: C): Parts<C> => [
      'Kein Eintrag hat die Kennung ',
      known ?? other,
      '.',
    ],
    kinds: {
      ...(Object.fromEntries(
        Object.keys(problems).map((code) => [code, otherProblem]),
      ) as Texts['problem']['kinds']),
      'invalid-filter': {
        title: 'So lässt sich diese Liste nicht filtern',
        help: 'Beginnen Sie mit der ganzen Liste, oder suchen Sie stattdessen.',
      },
      'invalid-parameter': {
        title: 'Etwas in dieser Adresse stimmt nicht',
        help: 'Suchen Sie stattdessen.',
      },
      'invalid-query': {
        title: 'Ungültige Abfrage',
        help: 'Die Abfrage ist kein gültiges SPARQL, oder sie fehlt, oder es sind mehrere.',
      },
      'not-found': {
        title: 'Diese Seite gibt es nicht',
        help: 'Die Adresse ist vielleicht falsch geschrieben oder veraltet. Suchen Sie stattdessen.',
      },
      'no-record': {
        title: 'Kein Eintrag',
        help: 'Die Daten enthalten keinen Eintrag mit dieser Kennung.',
      },
      gone: {
        title: 'Diesen Eintrag gibt es nicht mehr',
        help: 'Es gab ihn, und er wurde aus den Daten genommen.',
      },
      'query-too-costly': {
        title: 'Abfrage zu aufwendig',
        help: 'Sie braucht mehr Zeit oder Speicher, oder ihre Antwort ist größer, als der Server erlaubt.',
      },
      busy: {
        title: 'Zu viel zu tun',
        help: 'Der Server kann gerade nicht antworten. Versuchen Sie es in einer Minute noch einmal.',
      },
    },
  },
  sparql: {
    help: <C>(address: C): Parts<C> => [
      'Fragen Sie den ganzen Graphen mit SPARQL ab. Der Endpunkt ist ',
      address,
      '.',
    ],
    keys:
      'Strg+Eingabe führt die Abfrage aus. Strg+Leertaste ergänzt das Getippte. Esc und dann Tab verlässt den ' +
      'Editor.',
    run: 'Ausführen',
    limits: (seconds, rows, megabytes) =>
      'Abfragen ohne GRAPH durchsuchen alle benannten Graphen. ' +
      `Grenzen: ${seconds} Sekunden, ${rows} Zeilen, ${megabytes} MB.`,
    examples: 'Beispiele',
    results: 'Ergebnisse',
    bytes: 'Bytes',
    rowsWord: 'Zeilen',
    firstOf: (some, all, what) => `Die ersten ${some} von ${all} ${what}; ein Download enthält alle.`,
    rows: (count, text) => `${text} ${plural(count, { one: 'Zeile', other: 'Zeilen' })}`,
  },
} satisfies Texts

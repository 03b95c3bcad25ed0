/** All texts of pages, in German. */

import { createPlural, type Parts, type Texts } from './en.ts'

const plural = createPlural('de')

export const de = {
  language: 'Deutsch',
  counted: (count, noun) => `${count} ${noun}`,
  unnamed: (isPerson, label) =>
    label === undefined
      ? isPerson
        ? 'Ohne Namen'
        : 'Ohne Titel'
      : `${label} ohne ${isPerson ? 'Namen' : 'Titel'}`,
  andMore: (count) => `und ${count} weitere`,
  page: {
    skip: 'Zum Inhalt springen',
    languages: 'Sprache',
    collections: 'Sammlungen',
    more: 'Mehr',
    documentation: 'Dokumentation',
    aboutData: 'Über die Daten (VoID)',
    contexts: 'Kontexte',
    errors: 'Fehler',
    status: 'Status',
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
    label: 'Datensätze suchen',
    labelOfAll: 'Alles durchsuchen',
    placeholder: 'Suchbegriffe, DOI, ORCID oder ROR',
    searchType: (types) => `${types} durchsuchen`,
    searchIn: 'Suchen in',
    allRecords: 'Alle Datensätze',
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
    contents: 'Bestand',
    newest: (types) => `Neueste ${types}`,
    all: (counted) => `Alle ${counted}`,
    access: 'Zugang',
    api: 'Datensätze und gefilterte Listen als JSON, nach dem Modell SKG-IF.',
    sparql: 'Abfragen über den ganzen Graphen; Ergebnisse als JSON, CSV oder XML.',
    download: 'Download',
    dump: 'Alle Daten als komprimierte N-Quads.',
    command: (title) => `Befehl: ${title}`,
    theCommand: 'Befehl',
    try: 'Zum Beispiel: ',
    atAGlance: 'Auf einen Blick',
    aboutData: 'Über die Daten',
    dataVersion: 'Version der Daten',
    created: 'Stand der Daten',
    loaded: 'Geladen',
    publisher: 'Herausgeber',
    licence: 'Lizenz der Daten',
    contact: 'Kontakt',
    base: 'Basis-IRI',
    apiHelp:
      'Die Sammlungen der SKG-IF-API. Jede Sammlung ist eine Liste, die sich filtern lässt; jeder ' +
      'Datensatz hat eine URL mit seiner Kennung.',
  },
  search: {
    title: (text) => `Suche: ${text}`,
    resultsFor: (text) => `Ergebnisse für „${text}“`,
    tabs: 'Sammlungen mit Treffern',
    all: 'Alle',
    identified: (count) =>
      plural(count, {
        one: 'Der Datensatz mit dieser Kennung',
        other: 'Datensätze mit dieser Kennung',
      }),
    nothing: (text) => `Kein Datensatz enthält alle Wörter von „${text}“.`,
    fewer: <C>(words: C): Parts<C> => [' Hier sind die Treffer für ', words, '.'],
    eachWord: 'Jedes Wort für sich: ',
    advice: 'Prüfen Sie die Schreibweise, oder suchen Sie nach einem allgemeineren Wort.',
  },
  list: {
    all: (types) => `Alle ${types}`,
    allCounted: (counted) => `Alle ${counted}`,
    described: (types, filters) => `${types} – ${filters.join('; ')}`,
    example: (types, word) => `„${word}“ in ${types}`,
    or: ' oder ',
    quoted: (text) => `„${text}“`,
    activeFilters: 'Aktive Filter',
    removeFilter: (name, value) => `Filter entfernen: ${name}: ${value}`,
    removeAll: 'Alle entfernen',
    filter: 'Filtern',
    facets: 'Facetten',
    chosen: '(ausgewählt)',
    more: (count) => `${count} weitere`,
    showAll: 'Alle zeigen',
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
    pageSizes: 'Datensätze pro Seite: ',
    first: 'Erste',
    previous: 'Vorherige',
    next: 'Nächste',
    last: 'Letzte',
    none: (described) => `Keine Treffer: ${described}.`,
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
      `Ein Download umfasst höchstens ${maximum} Datensätze: Grenzen Sie die Liste mit einem Filter ein.`,
    downloadAs: (count, text) =>
      plural(count, {
        one: 'Den Datensatz herunterladen als ',
        other: `Alle ${text} Datensätze herunterladen als `,
      }),
    at: (counted, title) => `${counted} bei ${title}`,
    citations: (count, text) => plural(count, { one: 'Einmal zitiert', other: `${text}-mal zitiert` }),
    alsoCalled: <C>(name: C): Parts<C> => ['Auch bekannt als ', name],
  },
  record: {
    cite: 'Zitieren',
    export: 'Export',
    readAt: (host) => `Lesen bei ${host}`,
    referenceIn: (style) => `Literaturangabe im Stil ${style}`,
    bibtexEntry: 'BibTeX-Eintrag',
    managers: 'Für Literaturverwaltungen: ',
    summary: 'Zusammenfassung',
    source: (count) => plural(count, { one: 'Quelle: ', other: 'Quellen: ' }),
    atAGlance: (what) => `${what} auf einen Blick`,
    countedOnly: (count) => `Nur die ersten ${count} Verweise sind gezählt.`,
    allCounted: (counted) => `Alle ${counted}`,
    feed: 'Feed',
    series: 'Reihe ',
    theSeries: (name) => `Die Reihe ${name}`,
    firstOf: (some, all) =>
      `Die ersten ${some} von ${all}; die anderen Formate dieses Datensatzes enthalten alle.`,
    noteLabel: (label) => `${label}:`,
    kinds: (words) => words.join(', '),
    yes: 'ja',
    no: 'nein',
    noLanguage: 'Sprache nicht angegeben',
    severalTitle: 'Mehrere Datensätze',
    several: (identifier) => `Diese Datensätze haben die Kennung ${identifier}.`,
    noRecord: 'Kein Datensatz',
    mentioned: (count, text) =>
      `Nur erwähnt: ${plural(count, {
        one: 'Ein Datensatz verweist',
        other: `${text} Datensätze verweisen`,
      })} darauf, aber es gibt hier keinen Datensatz dazu.`,
    firstListed: (count) => ` Die ersten ${count} sind hier aufgeführt.`,
    originalAddress: 'Ursprüngliche Adresse: ',
    named: (title) => `genannt in „${title}“`,
  },
  chart: {
    notShown: 'Nicht dargestellt: ',
    before: (count, year) => `${count} vor ${year}`,
    after: (count, year) => `${count} nach ${year}`,
    chart: 'Diagramm',
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
      'Kein Datensatz hat die Kennung ',
      known ?? other,
      '.',
    ],
    kinds: {
      'invalid-filter': {
        title: 'So lässt sich diese Liste nicht filtern',
        help: 'Sie hat keinen solchen Filter, oder er kann diesen Wert nicht haben. Suchen Sie stattdessen.',
      },
      'invalid-parameter': {
        title: 'Etwas in dieser Adresse stimmt nicht',
        help: 'Ein Teil hinter dem Fragezeichen ist unbekannt oder hat einen falschen Wert. Suchen Sie stattdessen.',
      },
      'invalid-identifier': {
        title: 'Ungültige Kennung',
        help:
          'Die Kennung im Pfad ist kein gültig kodiertes UTF-8, enthält Steuerzeichen oder hat mehr als ' +
          '2.000 Zeichen.',
      },
      'invalid-query': {
        title: 'Ungültige Abfrage',
        help: 'Die Abfrage ist kein gültiges SPARQL, oder sie fehlt, oder es sind mehrere.',
      },
      'bad-request': {
        title: 'Fehlerhafte Anfrage',
        help: 'Die Anfrage ist kein gültiges HTTP, oder sie ist für einen anderen Server bestimmt.',
      },
      'query-refused': {
        title: 'Abfrage abgelehnt',
        help:
          'Der Endpunkt beantwortet Abfragen über diesen Graphen; er nimmt keine Änderungen an und fragt keine ' +
          'anderen Endpunkte.',
      },
      'foreign-origin': {
        title: 'Fremde Herkunft',
        help:
          'Die Anfrage kommt von der Seite einer anderen Website; Agenten erhalten nur für Seiten dieser ' +
          'Website Antwort.',
      },
      'not-found': {
        title: 'Diese Seite gibt es nicht',
        help: 'Die Adresse ist vielleicht falsch geschrieben oder veraltet. Suchen Sie stattdessen.',
      },
      'no-record': {
        title: 'Kein Datensatz',
        help: 'Der Graph hat keinen Datensatz mit dieser Kennung.',
      },
      gone: {
        title: 'Nicht mehr vorhanden',
        help: 'Es gab einen solchen Datensatz; er ist nicht mehr im Graphen.',
      },
      'method-not-allowed': {
        title: 'Methode nicht erlaubt',
        help: 'Der Pfad kennt die Methode nicht. Der Header Allow nennt die, die er kennt.',
      },
      'not-acceptable': {
        title: 'Format nicht verfügbar',
        help: 'Keines der Formate, die Accept oder format verlangt, gibt es hier.',
      },
      'request-timeout': {
        title: 'Zeitüberschreitung der Anfrage',
        help: 'Die Anfrage ist nicht rechtzeitig vollständig angekommen.',
      },
      'precondition-failed': {
        title: 'Vorbedingung nicht erfüllt',
        help: 'If-Match oder If-Unmodified-Since verlangt eine andere Fassung als die jetzige.',
      },
      'content-too-large': {
        title: 'Inhalt zu groß',
        help: 'Der Inhalt der Anfrage ist größer als 1 MB.',
      },
      'uri-too-long': {
        title: 'URI zu lang',
        help: 'Die URL ist länger als 32 kB, oder sie würde zu einer weiterleiten, die in keinen Header passt.',
      },
      'unsupported-media-type': {
        title: 'Format nicht unterstützt',
        help: 'Der Inhalt der Anfrage hat kein Format, das hier verstanden wird.',
      },
      'range-not-satisfiable': {
        title: 'Bereich nicht verfügbar',
        help: 'Die Datei hat diese Bytes nicht. Der Header Content-Range nennt ihre Größe.',
      },
      'query-too-costly': {
        title: 'Abfrage zu aufwendig',
        help:
          'Die Abfrage ist größer, braucht mehr Zeit oder Speicher, oder ihre Antwort hat mehr Zeilen oder ' +
          'Bytes, als der Server für eine Abfrage erlaubt.',
      },
      'header-too-large': {
        title: 'Header der Anfrage zu groß',
        help: 'Der Header der Anfrage ist größer als 64 kB, oder ein Feld darin ist zu groß.',
      },
      'internal-error': {
        title: 'Interner Fehler',
        help: 'Auf dem Server ist ein Fehler aufgetreten. Sein Protokoll nennt den Grund.',
      },
      busy: {
        title: 'Ausgelastet',
        help:
          'Der Server hat mehr Anfragen, als er bald beantworten kann, oder er lädt gerade den Graphen für ' +
          'Abfragen. Der Header Retry-After sagt, wann sich ein neuer Versuch lohnt.',
      },
      'store-failed': {
        title: 'Fehler der Datenbank',
        help:
          'Der SPARQL-Endpunkt, der den Graphen enthält, hat mit einem Fehler oder unvollständig geantwortet. ' +
          'Das Protokoll des Servers nennt den Grund.',
      },
      'store-unavailable': {
        title: 'Datenbank nicht verfügbar',
        help:
          'Der SPARQL-Endpunkt, der den Graphen enthält, ist nicht erreichbar oder ausgelastet. Der Header ' +
          'Retry-After sagt, wann sich ein neuer Versuch lohnt.',
      },
      'store-timeout': {
        title: 'Datenbank zu langsam',
        help:
          'Der SPARQL-Endpunkt, der den Graphen enthält, hat nicht rechtzeitig geantwortet. Ein engerer Filter ' +
          'oder eine Suche nach Kennungen braucht womöglich weniger Zeit.',
      },
      'not-available': {
        title: 'Nicht verfügbar',
        help: 'Der Server kann gerade nicht antworten; später womöglich schon.',
      },
    },
  },
  sparql: {
    help: <C>(address: C): Parts<C> => [
      'Fragen Sie den ganzen Graphen mit SPARQL ab. Der Endpunkt ist ',
      address,
      '.',
    ],
    query: 'Abfrage',
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
    yes: 'Ja',
    no: 'Nein',
    rows: (count, text) => `${text} ${plural(count, { one: 'Zeile', other: 'Zeilen' })}`,
    download: 'Download: ',
  },
} satisfies Texts

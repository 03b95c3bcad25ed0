/**
 * The query of the SPARQL page in an editor, where scripts run: YASQE in place of the text area, which still
 * is what the form sends.
 */
/* global Yasqe */

const area = document.querySelector('#query')
const form = area.form
const texts = JSON.parse(document.body.dataset.texts)
const { prefixes } = JSON.parse(document.querySelector('script[type="application/json"]').textContent)

/** Entities that are offered at once, and the characters of an IRI from which on they are looked for. */
const MOST_ENTITIES = 50
const SHORTEST_IRI = 8

/** Classes and properties of the graph, the most frequent first, as the endpoint describes itself. */
async function fetchTerms() {
  const response = await fetch(form.action, { headers: { Accept: 'application/n-triples' } })
  if (!response.ok) throw new Error(texts.noTerms.replace('{status}', response.status))
  const terms = { class: [], property: [] }
  const pattern = / <http:\/\/rdfs\.org\/ns\/void#(class|property)> <([^>]*)> \.$/gm
  for (const [, kind, iri] of (await response.text()).matchAll(pattern)) terms[kind].push(iri)
  return terms
}

let fetched
/** Fetched when first needed; after a failure once more. */
const termsOfGraph = () =>
  (fetched ??= fetchTerms().catch((error) => {
    fetched = undefined
    throw error
  }))

/** Entities of the graph whose IRIs begin with a text. */
async function fetchEntities(start) {
  if (start.length < SHORTEST_IRI) return []
  const query =
    'SELECT DISTINCT ?entity { ?entity a ?class FILTER(STRSTARTS(STR(?entity), ' +
    `${JSON.stringify(start)})) } LIMIT ${MOST_ENTITIES}`
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/sparql-query', Accept: 'application/sparql-results+json' },
    body: query,
  })
  if (!response.ok) throw new Error(texts.noEntities.replace('{status}', response.status))
  const { results } = await response.json()
  return results.bindings
    .map(({ entity }) => entity)
    .filter(({ type }) => type === 'uri')
    .map(({ value }) => value)
    .sort()
}

/** An IRI as `prefix:name`; undefined where no prefix fits. */
function shorten(iri, known) {
  for (const [prefix, namespace] of Object.entries(known))
    if (iri.startsWith(namespace) && /^[\w-]+$/.test(iri.slice(namespace.length)))
      return `${prefix}:${iri.slice(namespace.length)}`
  return undefined
}

/** What is completed is an IRI, or begins with a prefix: with that of the query, or one of the graph. */
const begins = (typed, text) => (iri) =>
  iri.startsWith(typed) || shorten(iri, prefixes)?.startsWith(text) === true

/** Writes an IRI as the query would: with its own prefix, or with one of the graph that it does not bind. */
function writeIri(editor, { string }, iri) {
  if (string.startsWith('<')) return `<${iri}>`
  const own = editor.getPrefixesFromQuery()
  const free = Object.fromEntries(Object.entries(prefixes).filter(([prefix]) => !(prefix in own)))
  return shorten(iri, own) ?? shorten(iri, free) ?? `<${iri}>`
}

const completers = Yasqe.Autocompleters
const forked = (name, more) =>
  Yasqe.forkAutocompleter(name, { name: `graph-${name}`, persistenceId: null, ...more }, false)

/** A completer that says in the editor why it has nothing to offer, instead of keeping silent. */
const offering = (find) => async (editor, token) => {
  try {
    return await find(token.autocompletionString, token.string.trim())
  } catch (error) {
    editor.showNotification('completions', error.message)
    return []
  }
}

forked('prefixes', {
  get: () =>
    Object.entries(prefixes)
      .map(([prefix, iri]) => `${prefix}: <${iri}>`)
      .sort(),
})
for (const kind of ['property', 'class'])
  forked(kind, {
    get: offering(async (typed, text) => (await termsOfGraph())[kind].filter(begins(typed, text))),
    postProcessSuggestion: writeIri,
  })

/** Where neither a class nor a property stands, and the beginning of an IRI does. */
function isEntityPosition(editor) {
  const { string } = editor.getCompleteToken()
  return (
    (string.startsWith('<') || /^[\w-]*:/.test(string)) &&
    ['prefixes', 'property', 'class'].every((name) => !completers[name].isValidCompletionPosition(editor))
  )
}
Yasqe.registerAutocompleter(
  {
    ...completers.class,
    name: 'graph-entity',
    isValidCompletionPosition: isEntityPosition,
    get: offering(fetchEntities),
    postProcessSuggestion: writeIri,
  },
  false,
)

const place = document.createElement('div')
area.after(place)

const editor = new Yasqe(place, {
  value: area.value,
  autocompleters: ['variables', 'graph-prefixes', 'graph-property', 'graph-class', 'graph-entity'],
  persistenceId: null,
  createShareableLink: null,
  consumeShareLink: null,
  showQueryButton: false,
  resizeable: false,
  editorHeight: 'auto',
  theme: 'skeg',
  viewportMargin: Infinity,
  inputStyle: 'contenteditable',
  prefixCcApi: null,
  screenReaderLabel: texts.query,
})
editor.addKeyMap({
  'Ctrl-Enter': () => form.requestSubmit(),
  'Cmd-Enter': () => form.requestSubmit(),
})
editor.on('autocompletionShown', () =>
  document.querySelector('.CodeMirror-hints').setAttribute('aria-label', texts.completions),
)
editor.on('change', () => {
  area.value = editor.getValue()
})

const field = editor.getInputField()
field.setAttribute('role', 'textbox')
field.setAttribute('aria-multiline', 'true')
field.setAttribute('aria-describedby', 'keys')
document.querySelector('#keys').hidden = false
area.hidden = true
document.querySelector('label[for="query"]').addEventListener('click', () => editor.focus())

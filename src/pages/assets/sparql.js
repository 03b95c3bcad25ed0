/**
 * The query of the SPARQL page in an editor, where scripts run: YASQE in place of the text area, which still
 * is what the form sends.
 */
/* global Yasqe */

const area = document.querySelector('#query')
const { prefixes, terms } = JSON.parse(document.querySelector('script[type="application/json"]').textContent)

/** A completer of YASQE with its words from this server alone. */
const complete = (name, words) =>
  Yasqe.forkAutocompleter(
    name,
    { name: `graph-${name}`, persistenceId: null, get: () => Promise.resolve(words) },
    false,
  )

complete(
  'prefixes',
  Object.entries(prefixes)
    .map(([prefix, iri]) => `${prefix}: <${iri}>`)
    .sort(),
)
complete('property', terms)
complete('class', terms)

const place = document.createElement('div')
area.after(place)

const editor = new Yasqe(place, {
  value: area.value,
  autocompleters: ['variables', 'graph-prefixes', 'graph-property', 'graph-class'],
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
  screenReaderLabel: 'Query',
})
editor.addKeyMap({
  'Ctrl-Enter': () => area.form.requestSubmit(),
  'Cmd-Enter': () => area.form.requestSubmit(),
})
editor.on('autocompletionShown', () =>
  document.querySelector('.CodeMirror-hints').setAttribute('aria-label', 'Completions'),
)
editor.on('change', () => {
  area.value = editor.getValue()
})

const field = editor.getInputField()
field.setAttribute('role', 'textbox')
field.setAttribute('aria-multiline', 'true')
area.hidden = true
document.querySelector('label[for="query"]').addEventListener('click', () => editor.focus())

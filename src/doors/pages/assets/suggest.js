/**
 * Suggestions below the search box of every page, where scripts run: a combobox with a list of records
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Without scripts the box searches all the same.
 */

const texts = JSON.parse(document.body.dataset.texts)
const form = document.querySelector('form.search')
const box = form.querySelector('input[name=q]')

/** Milliseconds without a key after which suggestions are requested. */
const PAUSE_MS = 120

const list = document.createElement('ul')
list.id = 'suggestions'
list.hidden = true
list.setAttribute('role', 'listbox')
list.setAttribute('aria-label', texts.suggestions)

const news = document.createElement('p')
news.className = 'unseen'
news.setAttribute('role', 'status')
form.append(list, news)

// A search field may not be a combobox; its keyboard on a phone stays.
box.type = 'text'
box.enterKeyHint = 'search'
box.autocomplete = 'off'
for (const [name, value] of Object.entries({
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-controls': list.id,
  'aria-expanded': 'false',
}))
  box.setAttribute(name, value)

/** @param types whose records are meant; absent or empty: all */
function suggestUrl(text, types) {
  const url = new URL(form.dataset.suggest, location.href)
  url.searchParams.set('q', text)
  if (types) url.searchParams.set('types', types)
  return url
}

let active = -1
let timer
let request

function select(number) {
  active = number
  Array.from(list.children).forEach((option, i) => {
    option.setAttribute('aria-selected', String(i === number))
    if (i === number) option.scrollIntoView({ block: 'nearest' })
  })
  if (number < 0) box.removeAttribute('aria-activedescendant')
  else box.setAttribute('aria-activedescendant', list.children[number].id)
}

function show(isOpen) {
  list.hidden = !isOpen
  box.setAttribute('aria-expanded', String(isOpen))
  if (!isOpen) select(-1)
}

function part(name, text) {
  const element = document.createElement('span')
  element.className = name
  element.dir = 'auto'
  element.textContent = text
  return element
}

/** The server may be reached under another name than its public one. */
function open({ url }) {
  const { pathname, search } = new URL(url)
  location.assign(pathname + search)
}

function fill(suggestions) {
  list.replaceChildren(
    ...suggestions.map((suggestion, i) => {
      const option = document.createElement('li')
      option.id = `suggestion-${i}`
      option.setAttribute('role', 'option')
      option.append(part('label', suggestion.label), part('note', suggestion.description))
      // The box keeps the focus.
      option.addEventListener('mousedown', (event) => event.preventDefault())
      option.addEventListener('click', () => open(suggestion))
      return option
    }),
  )
  select(-1)
  show(suggestions.length > 0)
  news.textContent =
    suggestions.length === 0
      ? texts.noSuggestions
      : suggestions.length === 1
        ? texts.oneSuggestion
        : texts.someSuggestions.replace('{count}', suggestions.length)
}

function stop() {
  clearTimeout(timer)
  request?.abort()
}

async function suggest() {
  const text = box.value.trim()
  if (text === '') return show(false)
  request = new AbortController()
  try {
    const response = await fetch(suggestUrl(text, form.elements.types?.value), { signal: request.signal })
    if (response.ok) fill((await response.json()).suggestions)
  } catch {
    // A request that was replaced by a later one, or a server that is away: the box searches without.
  }
}

box.addEventListener('input', () => {
  stop()
  timer = setTimeout(suggest, PAUSE_MS)
})
box.addEventListener('blur', () => {
  stop()
  show(false)
})
form.addEventListener('submit', stop)

box.addEventListener('keydown', (event) => {
  const { length } = list.children
  if (event.isComposing) return
  if (event.key === 'Escape' && !list.hidden) show(false)
  else if (event.key === 'ArrowDown' && length > 0) {
    show(true)
    select((active + 1) % length)
  } else if (event.key === 'ArrowUp' && length > 0) {
    show(true)
    select((active <= 0 ? length : active) - 1)
  } else if (event.key === 'Enter' && active >= 0) list.children[active].click()
  else return
  event.preventDefault()
})

/** Fields of a form that take a record offer those whose name is being typed, each with its id in brackets. */
let options = 0
for (const field of document.querySelectorAll('input[data-types]')) {
  const offered = document.createElement('datalist')
  offered.id = `options-${options++}`
  field.after(offered)
  field.setAttribute('list', offered.id)
  field.autocomplete = 'off'
  let pause
  field.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(() => offer(field, offered), PAUSE_MS)
  })
}

async function offer(field, offered) {
  const text = field.value.trim()
  // What was chosen needs no more choice.
  if (text === '' || text.endsWith(']')) return offered.replaceChildren()
  try {
    const response = await fetch(suggestUrl(text, field.dataset.types))
    if (!response.ok || field.value.trim() !== text) return
    const { suggestions } = await response.json()
    offered.replaceChildren(
      ...suggestions.map(({ label, description, local_identifier: id }) => {
        const option = document.createElement('option')
        option.value = `${label} [${id}]`
        option.label = description
        return option
      }),
    )
  } catch {
    // A server that is away: names are looked up when the form is sent.
  }
}

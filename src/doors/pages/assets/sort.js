/** Makes tables of results sortable: the headings become buttons. Without scripts, the rows stay as they came. */
;(() => {
  const texts = new Intl.Collator(undefined, { numeric: true })

  /** Numbers by size, other cells by their text; empty cells are last in either direction. */
  function compare(a, b, direction) {
    const [first, second] = [a, b].map((cell) => cell.dataset.value ?? cell.textContent)
    if (first === '' || second === '') return Number(first === '') - Number(second === '')
    const order =
      a.dataset.value === undefined ? texts.compare(first, second) : Number(first) - Number(second)
    return direction === 'ascending' ? order : -order
  }

  /** Numbers are sorted from the largest down first. */
  function sort(table, heading) {
    const column = heading.cellIndex
    const before = heading.getAttribute('aria-sort')
    const isFirstDown = heading.classList.contains('number')
    const direction =
      before === null
        ? isFirstDown
          ? 'descending'
          : 'ascending'
        : before === 'ascending'
          ? 'descending'
          : 'ascending'
    const [body] = table.tBodies
    const rows = [...body.rows].sort((a, b) => compare(a.cells[column], b.cells[column], direction))
    body.append(...rows)
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort')
    heading.setAttribute('aria-sort', direction)
  }

  for (const table of document.querySelectorAll('table[data-sortable]'))
    for (const heading of table.tHead.rows[0].cells) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = heading.textContent
      button.addEventListener('click', () => sort(table, heading))
      heading.replaceChildren(button)
    }
})()

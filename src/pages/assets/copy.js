/** Puts a button behind each text that people copy. Without scripts, the text is there to be selected. */
;(() => {
  const status = document.createElement('p')
  status.className = 'unseen'
  status.setAttribute('role', 'status')
  document.querySelector('main').append(status)

  /** Selects the text for browsers without a clipboard that pages may write to. */
  function copySelected(element) {
    getSelection().selectAllChildren(element)
    return document.execCommand('copy')
  }

  async function copy(element) {
    try {
      await navigator.clipboard.writeText(element.textContent.trim())
      return true
    } catch {
      return copySelected(element)
    }
  }

  for (const element of document.querySelectorAll('[data-copy]')) {
    const name = element.dataset.copy
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy ${name}`)
    button.addEventListener('click', async () => {
      const isCopied = await copy(element)
      button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C'
      status.textContent = isCopied ? `${name} copied` : `${name} is selected: press Ctrl+C to copy it`
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    element.after(button)
  }
})()

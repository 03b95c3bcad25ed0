/** Puts a button behind each text that people copy. Without scripts, the text is there to be selected. */
;(() => {
  const texts = JSON.parse(document.body.dataset.texts)
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
    const named = (text) => text.replace('{name}', () => element.dataset.copy)
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = texts.copy
    button.setAttribute('aria-label', named(texts.copyName))
    button.addEventListener('click', async () => {
      const isCopied = await copy(element)
      button.textContent = isCopied ? texts.copied : texts.pressKeys
      status.textContent = named(isCopied ? texts.nameCopied : texts.nameSelected)
      setTimeout(() => {
        button.textContent = texts.copy
      }, 2000)
    })
    element.after(button)
  }
})()

/** Requests to try on the page of the documentation, where scripts run: Swagger UI on the OpenAPI document of this server. */
/* global SwaggerUIBundle */

const place = document.querySelector('#requests')
const { openapi, root, here, api } = place.dataset

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

/** The document with paths in place of the public URL: the server may be reached under another name. */
const read = async () => ({ ...JSON.parse((await (await fetch(openapi)).text()).replaceAll(`"${root}"`, `"${here}"`)), servers: [{ url: api }] })

/** What the tool leaves without a name, or without a way in for the keyboard. */
const amend = () => {
  for (const pre of place.querySelectorAll('pre:not([tabindex])')) pre.tabIndex = 0
  for (const select of place.querySelectorAll('select:not([aria-label])')) select.ariaLabel = select.closest('[data-param-name]')?.dataset.paramName ?? 'Choice'
}
new MutationObserver(amend).observe(place, { childList: true, subtree: true })

read().then((spec) => SwaggerUIBundle({
  domNode: place,
  spec,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: ['get', 'post'],
  tryItOutEnabled: true,
  validatorUrl: null,
}))

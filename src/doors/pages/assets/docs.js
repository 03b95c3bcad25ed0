/**
 * Requests to try on the page of the documentation, where scripts run: Swagger UI on the OpenAPI document of
 * this server.
 */
/* global SwaggerUIBundle */

const place = document.querySelector('#requests')
const { openapi, root, here, api } = place.dataset

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

/** The document with the name under which the server is reached, which may be another than its public one. */
const own = JSON.stringify(location.origin + here)
const read = async () => ({
  ...JSON.parse((await (await fetch(openapi)).text()).replaceAll(JSON.stringify(root), own)),
  servers: [{ url: location.origin + api }],
})

/** What the tool leaves without a name, or without a way in for the keyboard. */
const amend = () => {
  for (const pre of place.querySelectorAll('pre:not([tabindex])')) pre.tabIndex = 0
  for (const select of place.querySelectorAll('select:not([aria-label])'))
    select.ariaLabel = select.closest('[data-param-name]')?.dataset.paramName ?? 'Choice'
}
new MutationObserver(amend).observe(place, { childList: true, subtree: true })

/** What the tool's own layout has, without its `main`, title and servers: the page has these. */
const layout = ({ React: { createElement } }) => ({
  components: {
    Requests: ({ getComponent }) =>
      createElement(
        'div',
        { className: 'swagger-ui' },
        createElement(getComponent('SvgAssets')),
        createElement(getComponent('errors', true)),
        createElement('div', { className: 'wrapper' }, createElement(getComponent('operations', true))),
      ),
  },
})

void read().then((spec) =>
  SwaggerUIBundle({
    domNode: place,
    spec,
    plugins: [layout],
    layout: 'Requests',
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    supportedSubmitMethods: ['get', 'post'],
    tryItOutEnabled: true,
    validatorUrl: null,
  }),
)

/** What other programs may use: the server for embedding, and what extensions are made with. */

export { createApp, type AppOptions } from './app.ts'
export { neutralAbout, readAbout, type About } from './about.ts'
export { Problem, problems, type ProblemCode } from './errors.ts'
export { extensions } from './extensions/index.ts'
export { openGraph } from './load/open.ts'
export { defineExtension } from './model/extension.ts'
export { buildModel, ModelError, type Model } from './model/model.ts'
export type * from './model/row.ts'
export { settings, withDefaults, type Settings } from './settings.ts'
export type { Graph } from './store/graph.ts'
export { withEndpoint } from './store/with-endpoint.ts'

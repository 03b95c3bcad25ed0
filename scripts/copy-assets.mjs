/**
 * Part of `npm run build`: copies data that stands beside the code (labels, words), and beside the code of pages what
 * goes to browsers as it is: our own files, and those of packages with their licences, so that the package does not need
 * these packages.
 */

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { resolve } = createRequire(import.meta.url)
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const target = at('dist/doors/pages/assets/')

/** Files of each package, beside the one that it offers to programs, by the name that they get. */
const packages = {
  '@zazuko/yasqe': { 'yasqe.min.js': 'yasqe.min.js', 'yasqe.min.css': 'yasqe.min.css' },
  'swagger-ui-dist': {
    'swagger-ui-bundle.js': 'swagger-ui-bundle.js',
    'swagger-ui.css': 'swagger-ui.css',
    'swagger-ui.LICENSE': 'LICENSE',
    'swagger-ui.NOTICE': 'NOTICE',
    'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
  },
}

/** What the manifest of a package says of its origin: not every package has a file with its licence. */
function notice(name) {
  const folder = resolve(name).replace(new RegExp(`(?<=/node_modules/${name}/).*$`), '')
  const { version, license, author = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [name, version, `licence: ${license}`, author.name ?? author].filter(Boolean).join(', ')
}

for (const file of readdirSync(at('src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
))
  copyFileSync(at(`src/${file}`), at(`dist/${file}`))
const own = at('src/doors/pages/assets/')
if (existsSync(own)) {
  mkdirSync(target, { recursive: true })
  cpSync(own, target, { recursive: true })
  writeFileSync(join(target, 'NOTICE.txt'), `${Object.keys(packages).map(notice).join('\n')}\n`)
  for (const [name, files] of Object.entries(packages))
    for (const [to, from] of Object.entries(files)) {
      const file = join(dirname(resolve(name)), from)
      if (!existsSync(file))
        throw new Error(`${name} has no ${from}; scripts/copy-assets.mjs names its files.`)
      copyFileSync(file, join(target, to))
    }
}

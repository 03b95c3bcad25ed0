/** The Dockerfile copies what the package holds, and the server in it can be reached. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

/** Of the files of the package, those that only people read. */
const forReaders = ['examples', 'CHANGELOG.md']

describe('the Dockerfile', () => {
  const stages = read('Dockerfile').split(/^(?=FROM )/m)
  const last = stages.at(-1) as string

  it('copies every file of the package that the server reads', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] }
    const copied = [...last.matchAll(/^COPY (?:--from=\S+ )?\S+ (\S+)$/gm)].map(([, target]) => target)
    expect(copied).to.include.members(files.filter((file) => !forReaders.includes(file)))
    expect(copied).to.include.members(['node_modules', './'])
  })

  it('gives the build what its script needs', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } }
    for (const script of scripts.build.match(/scripts\/\S+/g) ?? [])
      expect(stages.join('')).to.include(`COPY ${script} scripts/`)
  })

  it('listens on all addresses whatever command is given', () =>
    expect(last).to.match(/^ENV .*\bSKEG_HOST=0\.0\.0\.0$/m))
})

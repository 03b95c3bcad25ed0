/** The official schemas of OAI-PMH and of the formats that it carries, which judge answers without a network. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryPages, validateXML } from 'xmllint-wasm'

const spec = fileURLToPath(new URL('../../../shared/spec/', import.meta.url))

/** Whether the schemas are there. */
export const haveSchemas = existsSync(join(spec, 'oai-pmh/all.xsd'))

const schemasIn = (folder: string): { fileName: string; contents: string }[] =>
  (readdirSync(join(spec, folder), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.xsd'))
    .map((name) => ({
      fileName: `${folder}/${name}`,
      contents: readFileSync(join(spec, folder, name), 'utf8'),
    }))

/**
 * What is wrong with documents by the schemas.
 * @param isOpenAire of `oai_openaire`, whose schema declares the namespace of DataCite anew
 */
export async function faultsOf(documents: readonly string[], isOpenAire: boolean): Promise<string[]> {
  const all = ['oai-pmh', 'datacite', 'cerif', 'openaire'].flatMap(schemasIn)
  const main = `oai-pmh/${isOpenAire ? 'all-openaire' : 'all'}.xsd`
  const { valid, errors } = await validateXML({
    xml: documents.map((contents, i) => ({ fileName: `answer-${i}.xml`, contents })),
    schema: all.filter(({ fileName }) => fileName === main),
    preload: all.filter(({ fileName }) => fileName !== main),
    maxMemoryPages: 512 * memoryPages.MiB,
  })
  const own = /^answer-\d+\.xml:/
  return valid ? [] : errors.map(({ rawMessage }) => rawMessage).filter((one) => own.test(one))
}

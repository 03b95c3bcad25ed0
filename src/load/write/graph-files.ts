/** The files of a prepared graph, written to a folder. */

import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { AboutFile } from '../../config/about.ts'
import type { Comparison, PreviousIndex } from '../../search-index/content/write-stamps.ts'
import type { PartList } from '../../search-index/content/parts.ts'
import { quadsIn } from '../../search-index/content/graphs.ts'
import { writeIndex } from '../../search-index/write-index.ts'
import type { Model } from '../../model/model.ts'
import { writeDescription } from '../../store/endpoint/description.ts'
import type { Progress } from '../input/progress.ts'
import { makeDurable, writeDurably, type FileDigest } from './durable-files.ts'
import { graphFileName, type Manifest, type GraphFile, type GraphFileName } from '../prepared/manifest.ts'
import type { Pack } from './pack.ts'

interface GraphContent {
  readonly model: Model
  readonly base: string
  /** All quads, complete. */
  readonly pack: Pack
  /** What records say of others. */
  readonly parts: PartList
  /** What the user says of the graph; absent: nothing. */
  readonly about: AboutFile | undefined
  readonly progress: Progress | undefined
  /** What is replaced, if it can be read. */
  readonly previous: PreviousIndex | undefined
  /** The log of the records, and what moves it to another path; absent: there is none. */
  readonly recordLog: (FileDigest & { move(path: string): void }) | undefined
}

/** @param temporary folder for what is sorted */
export async function writeGraphFiles(
  folder: string,
  { model, base, pack, parts, about, progress, previous, recordLog }: GraphContent,
  temporary: string,
): Promise<Pick<Manifest, 'hash' | 'quads' | 'time' | 'files'> & { readonly comparison: Comparison }> {
  progress?.stage('writing the index', 0)
  let written: Awaited<ReturnType<typeof writeIndex>> | undefined
  const index = await writePart(folder, 'index', async (path) => {
    const onShare = (share: number): void => progress?.stage('writing the index', share)
    const source = { model, base, content: pack.index, parts, folder: temporary, previous, onShare }
    written = await writeIndex(path, source)
    return makeDurable(path)
  })
  const { comparison, pieces, gone } = written as unknown as Awaited<ReturnType<typeof writeIndex>>
  const quadsFile = await writePart(folder, 'quads', (path) => {
    renameSync(quadsIn(temporary), path)
    return makeDurable(path, pieces)
  })
  const { quads, hash } = pack.contents(gone)
  const time = new Date().toISOString()
  const dataset = await writePart(folder, 'dataset', (path) =>
    writeDurably(path, [Buffer.from(writeDescription({ base, version: hash, time, quads }))]),
  )
  const aboutFile =
    about &&
    (await writePart(folder, 'about', (path) =>
      writeDurably(path, [Buffer.from(`${JSON.stringify(about, null, 2)}\n`)]),
    ))
  const recordsFile =
    recordLog &&
    (await writePart(folder, 'records', async (path) => {
      const { move, ...digest } = recordLog
      move(path)
      return digest
    }))
  const files = {
    quads: quadsFile,
    index,
    dataset,
    ...(aboutFile && { about: aboutFile }),
    ...(recordsFile && { records: recordsFile }),
  }
  return { hash, quads, time, files, comparison }
}

async function writePart(
  folder: string,
  part: GraphFileName,
  write: (path: string) => Promise<FileDigest>,
): Promise<GraphFile> {
  const path = join(folder, part)
  const written = await write(path)
  const file = graphFileName(part, written)
  renameSync(path, join(folder, file))
  return { file, ...written }
}

/** How far a load is: a bar on a terminal, plain lines elsewhere. */

import type { Readable } from 'node:stream'
import type { Input } from './recognise-files.ts'

/**
 * What is done one after another, and the share of the whole time that each takes, measured on 71,686 records; what is
 * missing to 1 is what comes after the index. Other inputs take more or less of it: what is left is an estimate.
 */
const stages = {
  reading: 0.18,
  merging: 0.25,
  'writing the index': 0.49,
} as const
type Stage = Exclude<keyof typeof stages, 'reading'> | typeof ANEW
const ANEW = 'making the index again: the graph was prepared with other rows'

/** The share of the whole that is done before a stage. */
function shareBefore(stage: keyof typeof stages): number {
  let share = 0
  for (const [name, own] of Object.entries(stages)) {
    if (name === stage) return share
    share += own
  }
  return share
}

export interface Progress {
  /** The same inputs, of which it is known how much was read. */
  watch(inputs: readonly Input[]): Input[]
  /** One more record was read. */
  tick(): void
  /** What is done after reading. @param share of it that is done, from 0 to 1 */
  stage(what: Stage, share?: number): void
  /** Takes the bar away. */
  end(): void
}

/** Where it is shown: a terminal or not. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds between two lines, and between two states of the bar. */
const LINES = 10_000
const BAR = 200

/** Records between two looks at the clock. */
const LOOK = 64

const WIDTH = 30

/** Bytes of a stream that were used; of an unpacked one those that went in. */
const usedOf = (stream: Readable): number => {
  const counted = stream as { readonly bytesWritten?: number; readonly bytesRead?: number }
  // What unpacks has both, and warns of the second.
  return counted.bytesWritten ?? counted.bytesRead ?? 0
}

export const duration = (seconds: number): string => {
  const whole = Math.round(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `${h > 0 ? `${h}:${String(m).padStart(2, '0')}` : m}:${String(s).padStart(2, '0')}`
}

/**
 * One state in words.
 * @param share of the whole from 0 to 1
 * @param seconds since the start
 * @param stage what is done with the records; absent: they are read
 */
export function describe(share: number, records: number, seconds: number, stage?: string): string {
  const rate = `${Math.round(seconds > 0 ? records / seconds : 0).toLocaleString('en')} a second`
  const remaining = share > 0.01 ? `, about ${duration(seconds / share - seconds)} left` : ''
  return `${Math.floor(share * 100)} %, ${records.toLocaleString('en')} records, ${stage ?? rate}${remaining}`
}

export const bar = (share: number): string => `[${'#'.repeat(Math.floor(share * WIDTH)).padEnd(WIDTH, '-')}]`

export function createProgress(screen: Screen): Progress {
  const start = performance.now()
  const period = screen.isTTY ? BAR : LINES
  let [total, finished, records, shownAt] = [0, 0, 0, start]
  let current: Readable | undefined
  let stageShown: string | undefined

  const show = (text: string): void => {
    screen.write(screen.isTTY ? `\r${text}\x1b[K` : `${text}\n`)
  }
  function look(): void {
    const now = performance.now()
    if (now - shownAt < period) return
    const share = total > 0 ? Math.min(1, (finished + (current ? usedOf(current) : 0)) / total) : 0
    showState(share * stages.reading, now)
  }
  function showState(share: number, now: number, stage?: string): void {
    shownAt = now
    const words = describe(share, records, (now - start) / 1000, stage)
    show(screen.isTTY ? `${bar(share)} ${words}` : words)
  }

  return {
    watch(inputs) {
      total = inputs.reduce((sum, { size }) => sum + size, 0)
      let before = 0
      return inputs.map((input) => ({
        ...input,
        async open() {
          finished += before
          before = input.size
          current = undefined
          return (current = await input.open())
        },
      }))
    },
    tick() {
      if (++records % LOOK === 0) look()
    },
    stage(what, share) {
      const now = performance.now()
      const isNew = what !== stageShown
      if (now - shownAt < period && !(isNew && (screen.isTTY || now - start > LINES))) return
      stageShown = what
      if (what === ANEW) show(what)
      else showState(shareBefore(what) + (share ?? 0) * stages[what], now, what)
    },
    end() {
      if (screen.isTTY) screen.write('\r\x1b[K')
    },
  }
}

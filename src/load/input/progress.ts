/** How far a load is: a bar on a terminal, plain lines elsewhere. */

import type { Readable } from 'node:stream'
import type { Input } from './find-inputs.ts'

export interface Progress {
  /** The same inputs, of which it is known how much was read. */
  watch(inputs: readonly Input[]): Input[]
  /** One more record was read. */
  tick(): void
  /** What is done after reading. */
  stage(what: string): void
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

/** One state in words: share of the input from 0 to 1, records, seconds since the start. */
export function describe(share: number, records: number, seconds: number): string {
  const rate = seconds > 0 ? records / seconds : 0
  const remaining = share > 0.01 ? `, ${duration(seconds / share - seconds)} left` : ''
  return (
    `${Math.floor(share * 100)} %, ${records.toLocaleString('en')} records, ` +
    `${Math.round(rate).toLocaleString('en')} a second${remaining}`
  )
}

export const bar = (share: number): string => `[${'#'.repeat(Math.floor(share * WIDTH)).padEnd(WIDTH, '-')}]`

export function createProgress(screen: Screen): Progress {
  const start = performance.now()
  const period = screen.isTTY ? BAR : LINES
  let [total, finished, records, shownAt] = [0, 0, 0, start]
  let current: Readable | undefined

  const show = (text: string): void => {
    screen.write(screen.isTTY ? `\r${text}\x1b[K` : `${text}\n`)
  }
  function look(): void {
    const now = performance.now()
    if (now - shownAt < period) return
    shownAt = now
    const share = total > 0 ? Math.min(1, (finished + (current ? usedOf(current) : 0)) / total) : 0
    const words = describe(share, records, (now - start) / 1000)
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
    stage(what) {
      if (screen.isTTY || performance.now() - start > LINES)
        show(`${records.toLocaleString('en')} records, ${what}`)
    },
    end() {
      if (screen.isTTY) screen.write('\r\x1b[K')
    },
  }
}

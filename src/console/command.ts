/** What a command is, and what commands have in common. */

import { setFlagsFromString } from 'node:v8'
import type { CommandName } from '../config/setting-row.ts'
import type { Settings } from '../config/settings.ts'
import type { Model } from '../model/model.ts'

export interface CommandHelp {
  readonly usage: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What it does, and its exit status. */
  readonly help: string
  /** Command lines without the name of the program, each with what it does. */
  readonly examples: readonly (readonly [words: string, description: string])[]
}

export interface Command extends CommandHelp {
  /** SIGHUP, which ends other commands, has a meaning of its own. */
  readonly reloads?: true
  /**
   * Brings what it needs when it is run, so that nobody waits for what others need. @returns exit status, if
   * not 0
   */
  run(paths: readonly string[], settings: Settings, model: Model): Promise<number | void>
}

/** Commands by their names, as the core, a door or a tool brings them. */
export type Commands = Readonly<Partial<Record<CommandName, Command>>>

/** Whether an argument is the URL of a server, and no path. */
export const isUrl = (argument: string): boolean => /^https?:\/\//i.test(argument)

/**
 * For all threads: garbage is collected whenever there is about as much as there is of what is in use; V8 would wait
 * for several times as much.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=80')

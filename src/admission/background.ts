/** Failures that no request explains: counted by task for /metrics, and logged once. */

export type BackgroundTask =
  /** Filling the store, and reading code ahead. */
  | 'warm-up'
  /** What a page shows beside a record, and can do without. */
  | 'profile'
  /** An engine that answers SPARQL. */
  | 'engine'
  /** Reading the index of a prepared graph: an entry is not as it was written. */
  | 'index'
  /** Looking for another version of the graph in a SPARQL server. */
  | 'store-watch'
  /** A worker thread that answers requests. */
  | 'thread'

export type FailureListener = (task: BackgroundTask, error: unknown) => void

/** Failures that are held until somebody listens; more of them would say nothing new. */
const MAX_UNHEARD = 100

const counts = new Map<BackgroundTask, number>()
const lastMessages = new Map<BackgroundTask, string>()
const listeners = new Set<FailureListener>()
const unheard: Parameters<FailureListener>[] = []

let forward: FailureListener | undefined

/** Counts a failure. Listeners hear of it unless it repeats the last failure of its task. */
export function reportFailure(task: BackgroundTask, error: unknown): void {
  if (forward) return forward(task, error)
  counts.set(task, (counts.get(task) ?? 0) + 1)
  const message = String(error)
  if (lastMessages.get(task) === message) return
  lastMessages.set(task, message)
  for (const listener of listeners) listener(task, error)
  if (listeners.size === 0 && unheard.length < MAX_UNHEARD) unheard.push([task, error])
}

/** In a worker thread: the main thread counts its failures. */
export const forwardFailures = (listener: FailureListener): void => {
  forward = listener
}

/** The task works again: listeners hear of its next failure, whatever it is. */
export const reportSuccess = (task: BackgroundTask): void => {
  lastMessages.delete(task)
}

/** How often each task has failed since this process began. */
export const failureCounts = (): ReadonlyMap<BackgroundTask, number> => counts

/**
 * For a promise whose failure is handled elsewhere: without this, Node would end the process for an unhandled
 * rejection.
 * @param _reason who handles it, for readers of the code
 */
export function ignoreRejection(promise: Promise<unknown>, _reason: string): void {
  promise.catch(() => {})
}

/** Tells of failures, those among them that nobody has heard yet. @returns what ends that */
export function onFailure(listener: FailureListener): () => void {
  listeners.add(listener)
  for (const failure of unheard.splice(0)) listener(...failure)
  return () => {
    listeners.delete(listener)
  }
}

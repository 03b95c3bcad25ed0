/** Turns of the event loop that others have before an answer is there. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await work
  isDone = true
  return turns
}

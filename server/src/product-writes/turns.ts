/** Returns a function that runs work one after the other, in the order of its calls. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    // The next one runs whatever became of this one.
    last = result.catch(() => {})
    return result
  }
}

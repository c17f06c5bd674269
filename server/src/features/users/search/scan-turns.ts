/** Runs work when its turn has come. The signal ends the wait for it. */
export type ScanTurns = {
  take<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

type Waiting = { owner: string; begin: () => void }

/** Limits how much work runs at once, with one piece per owner at a time, in the order of arrival. */
export function createScanTurns(most: number): ScanTurns {
  const running = new Set<string>()
  const waiting = new Set<Waiting>()

  function beginNext(): void {
    for (const each of waiting) {
      if (running.size >= most) return
      if (running.has(each.owner)) continue
      waiting.delete(each)
      running.add(each.owner)
      each.begin()
    }
  }

  function waitFor(owner: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const each: Waiting = { owner, begin: resolve }
      waiting.add(each)
      signal.addEventListener('abort', () => {
        if (waiting.delete(each)) reject(signal.reason)
      })
      beginNext()
    })
  }

  return {
    async take(owner, signal, work) {
      signal.throwIfAborted()
      await waitFor(owner, signal)
      try {
        return await work()
      } finally {
        running.delete(owner)
        beginNext()
      }
    },
  }
}

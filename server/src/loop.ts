import type { FastifyBaseLogger } from 'fastify'

/** Does a piece of work again and again, never twice at a time; a failure is logged and the next turn comes anyway. */
export function startLoop(everyMs: number, work: () => Promise<void>, logger: FastifyBaseLogger) {
  let stopped = false
  let running = Promise.resolve()
  let timer = setTimeout(turn, 0)
  timer.unref()

  function turn(): void {
    running = work()
      .catch((error: unknown) => logger.warn({ err: error }, 'background work failed, it is tried again'))
      .then(() => {
        if (stopped) return
        timer = setTimeout(turn, everyMs)
        timer.unref()
      })
  }

  return {
    /** No turn begins any more; returns when the one under way is over. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

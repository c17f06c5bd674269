import type { FastifyBaseLogger } from 'fastify'

type Step = readonly [name: string, work: () => unknown]

/** Runs each step of a stop, whether or not the previous one has succeeded, and logs the results. */
export async function stopInOrder(steps: readonly Step[], logger: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  for (const [step, work] of steps) {
    const startedAtMs = performance.now()
    try {
      await work()
      logger.info({ step, ms: Math.round(performance.now() - startedAtMs) }, 'a step of the stop is done')
    } catch (error) {
      logger.error({ err: error, step }, 'a step of the stop failed; the next one follows')
    }
  }
}

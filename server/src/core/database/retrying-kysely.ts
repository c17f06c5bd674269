import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

const attempts = 5
const longestPauseMs = 50

/**
 * Repeats a whole transaction if the database rolled it back in favour of another one. So everything that a transaction
 * does outside the database must be safe to repeat.
 */
export class RetryingKysely extends Kysely<Tables> {
  readonly #engine: Pick<Engine, 'isConflict'>

  constructor(engine: Pick<Engine, 'isConflict'>, config: KyselyConfig) {
    super(config)
    this.#engine = engine
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => this.#repeat(() => execute(work))
    return builder
  }

  async #repeat<T>(make: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await make()
      } catch (error) {
        if (attempt === attempts || !this.#engine.isConflict(error)) throw error
        // The pause is random, so that one of two conflicting transactions is first this time.
        await sleep(Math.random() * longestPauseMs * attempt)
      }
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables, Transaction } from './tables.ts'

const attempts = 5
const longestPauseMs = 50

const callbacks = new WeakMap<object, (() => void)[]>()

/** Has something done as soon as the database has confirmed the commit of a transaction, and not otherwise. */
export function afterCommit(transaction: Transaction, work: () => void): void {
  const known = callbacks.get(transaction)
  if (known) known.push(work)
  else callbacks.set(transaction, [work])
}

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
    builder.execute = (work) =>
      this.#repeat(async () => {
        let begun: object | undefined
        const result = await execute((transaction) => work((begun = transaction)))
        for (const callback of (begun && callbacks.get(begun)) ?? []) callback()
        return result
      })
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

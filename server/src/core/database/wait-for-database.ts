import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { Engine, Trouble } from './engine.ts'
import { errorCode } from '../disk/error-code.ts'

const everyMs = 1_000
/** How often the log repeats the cause while it stays the same. */
const sayEveryMs = 60_000
/** An attempt that takes longer waits for something: a migration has its own patience, for other writers too. */
const longAttemptMs = 5_000

/** The password is wrong, or the database does not exist. Only other settings help. */
const settingsAreWrong = ['28P01', '3D000']
/** PostgreSQL's own list of clients that may connect can be corrected at any time. */
const mayBeCorrected = ['28000']

type Waiting = Pick<Config, 'databaseUrl' | 'databaseDirectUrl'> & {
  engine: Pick<Engine, 'isUnavailable'>
  /** Why an attempt that is in progress has to wait, if the database knows. */
  findTrouble: () => Promise<Trouble | undefined>
  /** Identifies the database, without a secret. */
  name: string
  logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Describes an error in a sentence. */
  explain: (error: unknown) => string
  /** Called whenever the database has not responded. */
  onWait: () => void
}

/**
 * Starts to use the database, repeatedly until the database responds. The work must be safe to repeat.
 * @throws any other error, including PostgreSQL's errors about the settings
 */
export async function waitForDatabase<T>(waiting: Waiting, begin: () => Promise<T>): Promise<T> {
  const { logger, name, findTrouble } = waiting
  const startedAtMs = performance.now()
  const seconds = () => Math.round((performance.now() - startedAtMs) / 1_000)
  let reported: { cause: string; atMs: number } | undefined
  function report(cause: string): void {
    waiting.onWait()
    if (cause === reported?.cause && performance.now() - reported.atMs < sayEveryMs) return
    logger.warn({ database: name, cause, seconds: seconds() }, 'waiting for the database')
    reported = { cause, atMs: performance.now() }
  }
  async function reportTrouble(): Promise<void> {
    const trouble = await findTrouble().catch(() => undefined)
    if (trouble && isTrying) report(trouble.reason)
  }
  let isTrying = true
  for (;;) {
    isTrying = true
    const timer = setInterval(() => void reportTrouble(), longAttemptMs)
    try {
      const begun = await begin()
      if (reported) logger.info({ database: name, seconds: seconds() }, 'the database responds')
      return begun
    } catch (error) {
      report(await explainWaiting(error, waiting))
    } finally {
      isTrying = false
      clearInterval(timer)
    }
    await sleep(everyMs)
  }
}

/**
 * @returns why the database does not respond yet
 * @throws the error if waiting does not help
 */
async function explainWaiting(error: unknown, waiting: Waiting): Promise<string> {
  const { databaseUrl, databaseDirectUrl, engine, explain } = waiting
  // An error of a setting, such as the key, has no cause in PostgreSQL.
  if (error instanceof ConfigError && error.cause === undefined) throw error
  const code = errorCode(error)
  if (databaseDirectUrl === undefined || databaseDirectUrl === databaseUrl) {
    if (engine.isUnavailable(error) || mayBeCorrected.includes(code)) return explain(error)
    throw error
  }
  if (!engine.isUnavailable(error) && ![...settingsAreWrong, ...mayBeCorrected].includes(code)) throw error
  // A pooler passes on few of PostgreSQL's messages, and adds its own.
  const { findDirectError } = await import('./postgres/pooler.ts')
  const directError = await findDirectError(databaseDirectUrl)
  if (directError === undefined) return `${explain(error)} PostgreSQL itself responds at DATABASE_DIRECT_URL.`
  if (directError instanceof Error && settingsAreWrong.includes(errorCode(directError.cause))) throw directError
  return `${explain(error)} ${explain(directError)}`
}

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { writeCheckpoint } from './core/audit/write-checkpoint.ts'
import { prepareFirstStart, requireNotLost } from './operations/backup/first-start.ts'
import { type Config, readConfig } from './core/config.ts'
import { explainError } from './commands/explain-error.ts'
import { createContext } from './core/context.ts'
import { requireKey } from './core/crypto/console-key.ts'
import { bringUpToDate } from './core/database/upgrade/bring-up-to-date.ts'
import { createClock } from './core/database/clock.ts'
import { type Database, logLostConnections, openDatabase } from './core/database/open.ts'
import { nameDatabase } from './core/database/upgrade/require-made.ts'
import { lockDataDirectory } from './core/database/sqlite/sqlite.ts'
import { waitForDatabase } from './core/database/wait-for-database.ts'
import { connectionLimits } from './http/connections/connection-limits.ts'
import { keepAssets } from './http/web/kept-assets.ts'
import { createLogger, isReadInTerminal } from './http/requests/logging.ts'
import { builtWeb } from './http/web/static-web.ts'
import { listenAtOnce } from './http/connections/waiting-server.ts'
import { firstSignIn } from './features/staff/accounts/first-sign-in.ts'
import { backgroundJobs, checkReadinessJob, compareClocksJob, startJobs } from './jobs.ts'
import { createMailTransport, warnAboutMail } from './mail/create-transport.ts'
import { deliverDueMails } from './mail/deliver-mails.ts'
import { describeHole } from './operations/check/runtime.ts'
import { beatEveryMs, createHeartbeat } from './operations/replicas/heartbeat.ts'
import { warnAboutStorage } from './core/storage/open-storage.ts'
import { claimStorage } from './features/files/ownership/claim-storage.ts'
import { adoptKey } from './features/files/signing/adopt-key.ts'
import { ConfigError } from './core/settings/config-error.ts'
import { explainListenError } from './core/settings/listen-place.ts'
import { version } from './core/settings/version.ts'
import { stopInOrder } from './http/connections/stop-in-order.ts'

/** Proxies close idle connections sooner, see deploy/nginx.conf. */
const longestIdleGraceMs = 5_000
/** This is added to the time in which requests can finish. */
const stopMs = connectionLimits.drainMs + 5_000

let config: Config | undefined
try {
  config = readConfig(process.env)
  await start(config)
} catch (error) {
  const message = explainError(error, config)
  const msg = error instanceof ConfigError ? `Setting ${message}` : `The server cannot start: ${message}`
  if (process.stderr.isTTY) process.stderr.write(`${msg}\n`)
  else writeLine(process.stderr, 'fatal', { msg })
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const lock = config.databaseUrl === undefined ? lockDataDirectory(config.dataDir) : undefined
  await makeFolders(config)
  const logger = await createLogger(config)
  logger.info({ version, node: process.versions.node }, 'starting')
  const hole = describeHole(process.versions.node)
  if (hole !== undefined) logger.warn(`${hole}.`)
  if (!isReadInTerminal(config)) logWhatNodeWouldPrint(logger)
  for (const notice of config.notices) logger.warn(notice)
  const front = await listening(config, listenAtOnce(config, logger))
  // There is nothing in progress yet that would have to be finished.
  const leave = () => process.exit(0)
  process.on('SIGTERM', leave).on('SIGINT', leave)
  const metrics = await startMetrics(config)
  await prepareFirstStart(config)
  const database = openDatabase(config, {
    onLostConnection: logLostConnections(logger),
  })
  const { clock, context, hint } = await waitForDatabase(
    {
      ...config,
      engine: database.engine,
      findTrouble: () => database.engine.findTrouble(database.db),
      name: nameDatabase(config),
      logger,
      explain: (error) => explainError(error, config),
      onWait: front.stopHolding,
    },
    () => prepare(config, database, logger),
  )
  const stopping = new AbortController()
  const keptAssets = await keepAssets(path.join(builtWeb, 'assets'), config).catch((error: unknown) => {
    logger.warn({ err: error }, 'the assets of the web cannot be kept for the next version')
    return undefined
  })
  const app = await buildApp(context, logger, {
    connections: front.connections,
    watch: (app) => {
      metrics?.watch(app, context, clock.offsetMs)
      // By then, what the request wrote is committed.
      app.addHook('onResponse', async ({ routeOptions }) => {
        if (isOfApi(routeOptions.url)) jobs.wake()
      })
    },
    stopping: stopping.signal,
    keptAssets,
    limits: { idleGraceMs: Math.min(config.drainDelayMs, longestIdleGraceMs) },
  })
  const transport = await createMailTransport(context, logger)
  // This is awaited only if it is fast, so that the hint on how to sign in stays the last line.
  if (transport && config.mail.method === 'files') await deliverDueMails(context, transport, logger)
  const heartbeat = createHeartbeat(context)
  const jobs = startJobs(
    [
      ...backgroundJobs(context, logger, transport),
      compareClocksJob(clock, logger),
      checkReadinessJob(app),
      { name: 'tell the other replicas', everyMs: beatEveryMs, work: heartbeat.beat },
    ],
    logger,
    metrics?.jobEnded,
  )

  async function stop(signal: string): Promise<void> {
    if (stopping.signal.aborted) return
    stopping.abort()
    logger.info({ signal }, 'stopping')
    // Load balancers get time to notice by /readyz that they must use another server. Ctrl+C does not need that.
    if (signal === 'SIGTERM') await sleep(config.drainDelayMs)
    setTimeout(() => {
      logger.error('the stop takes too long and is cut off')
      process.exit(1)
    }, stopMs).unref()
    await stopInOrder(
      [
        ['finish the requests in progress', () => app.close()],
        ['end the background work', () => jobs.stop()],
        ['tell the other replicas', () => heartbeat.leave()],
        ['write the last checkpoint of the audit log', () => writeCheckpoint(context, logger)],
        ['close the mail', () => transport?.close()],
        ['close the metrics', () => metrics?.close()],
        ['close the database', () => database.close()],
        ['unlock the data directory', () => lock?.close()],
      ],
      logger,
    )
    process.exit(0)
  }
  process.off('SIGTERM', leave).off('SIGINT', leave)
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))

  void warnAboutStorage(context.storage, config.publicUrl, logger)
  if (transport) void warnAboutMail(transport, logger)
  await app.ready()
  front.serve()
  if (isReadInTerminal(config)) {
    await jobs.logged()
    return void process.stdout.write(`\n  Health Console is ready: ${config.publicUrl}\n  ${toSentence(hint)}\n\n`)
  }
  // This is printed at any LOG_LEVEL, because users and scripts wait for it. Outside the demo the hint may contain an
  // email address.
  writeLine(process.stdout, 'info', {
    url: config.publicUrl,
    ...(config.demo && { hint }),
    msg: 'Health Console is ready',
  })
}

/** Only the start creates these folders. If one cannot be created, the checks of the server say so. */
async function makeFolders({ dataDir, auditProofDir }: Config): Promise<void> {
  for (const folder of [dataDir, auditProofDir]) await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {})
}

/** What the server needs before it serves requests. All of it may be repeated. */
async function prepare(config: Config, database: Database, logger: Logger) {
  const clock = await createClock(database)
  await requireNotLost(config, database)
  // This is first, so that a missing or wrong key prevents the start before anything is changed.
  const context = await createContext(config, database, clock.now, clock.now)
  await requireKey(context)
  await migrateDatabase(config, logger)
  await adoptKey(context)
  const hint = await firstSignIn(context)
  // This is before the demo stores files. Without the storage, an upload or a sweep does it later.
  await claimStorage(context).catch(() => undefined)
  if (config.demo) await (await import('./operations/demo/load-demo.ts')).loadDemo(context)
  return { clock, context, hint }
}

/** @throws ConfigError if HOST or PORT prevents it, with what to set */
async function listening<T>(config: Config, attempt: Promise<T>): Promise<T> {
  try {
    return await attempt
  } catch (error) {
    throw explainListenError(error, config, process.env)
  }
}

/** Health checks and files of the web leave no work. */
function isOfApi(route: string | undefined): boolean {
  return /^\/(machine\/)?v1\//.test(route ?? '')
}

function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Logs warnings, which Node would print as plain text between the JSON lines of the log. */
function logWhatNodeWouldPrint(logger: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => logger.warn({ err: warning }, 'a warning of Node.js'))
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the server stops because of an uncaught error')
    process.exit(1)
  })
}

function writeLine(stream: NodeJS.WriteStream, level: string, line: object): void {
  stream.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...line })}\n`)
}

/** Serves metrics from the first moment, also while the server waits for its database. */
async function startMetrics(config: Config) {
  const place = config.metrics
  if (place === undefined) return undefined
  // This is loaded only if enabled, to save memory.
  const [{ createMetrics }, { listenForMetrics }] = await Promise.all([
    import('./operations/metrics/metrics.ts'),
    import('./operations/metrics/listen.ts'),
  ])
  const metrics = createMetrics(config)
  const server = await listenForMetrics(metrics.registry, place).catch((error: unknown) => {
    const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
    throw explainListenError(error, { ...place, names }, process.env)
  })
  return { ...metrics, close: () => server.close() }
}

async function migrateDatabase(config: Config, logger: Logger): Promise<void> {
  const database = openDatabase(config, { timeouts: 'long' })
  try {
    const newer = await bringUpToDate(database)
    if (newer)
      logger.warn(
        { database: newer.version, console: version },
        'a newer version has changed the database; this one continues with it',
      )
  } finally {
    await database.close()
  }
}

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import * as z from 'zod/mini'
import type { Config } from '../../core/config.ts'
import type { Database } from '../../core/database/open.ts'
import { listTables } from '../../core/database/upgrade/restore-place.ts'
import { fetchBounded } from '../../core/fetch-bounded.ts'
import { findLostStorage } from '../../features/files/ownership/storage-check.ts'
import { countObjects } from '../../features/files/versions/store.ts'
import { openStorage } from '../../core/storage/open-storage.ts'
import { silentReason } from '../../features/staff/sign-on/check-sign-on-sessions.ts'
import { discover } from '../../features/staff/sign-on/discover.ts'
import { withDatabase } from './database.ts'
import { failed, ok, warning, type Result } from './finding.ts'

/** Metrics take five seconds while the database does not respond. */
const answerMs = 10_000
const maxAnswerBytes = 2 ** 20
const Readiness = z.object({ status: z.string(), version: z.string() })

/** Connects and signs in. No email is sent. */
export async function lookAtMail({ mail }: Config): Promise<Result[]> {
  if (mail.method === 'off') return [ok('is off (MAIL_DELIVERY)')]
  if (mail.method === 'files') return [ok(`is saved in files below ${mail.directory}`)]
  const { createSmtpTransport } = await import('../../mail/smtp.ts')
  const transport = createSmtpTransport(mail.smtp, { name: '', address: '' })
  try {
    await transport.check()
    return [ok(`${mail.smtp.host}:${mail.smtp.port} accepts email${mail.smtp.tls === 'off' ? ', unencrypted' : ''}`)]
  } finally {
    transport.close()
  }
}

/** Whether the storage can be used, is the one of the database, and has the current files. */
export async function lookAtStorage(config: Config): Promise<Result[]> {
  return config.storage.kind === 'local' ? lookAtFolder(config, config.storage.folder) : lookAtBucket(config)
}

async function lookAtFolder(config: Config, folder: string): Promise<Result[]> {
  // Opening it would create it.
  if (existsSync(folder)) return [ok(`model files are stored in ${folder}`), ...(await lookAtObjects(config))]
  const count = await withDatabase(config, async (database) =>
    (await listTables(database)).includes('file_versions') ? countObjects(database.db) : 0,
  )
  if (!count) return [ok(`${folder} does not exist yet; the first start creates it`)]
  return [failed(`${folder} does not exist, although the database knows ${count} objects in it. ${bringBack}`)]
}

async function lookAtBucket(config: Config): Promise<Result[]> {
  const { storage: settings, publicUrl } = config
  const storage = await openStorage(settings)
  if (storage.kind !== 's3' || settings.kind !== 's3') return []
  const name = `the bucket ${settings.bucket} at ${storage.browserOrigin}`
  const cause = await storage.check().then(
    () => undefined,
    (error: Error) => `${error.message} ${describe(error)}`,
  )
  if (cause !== undefined)
    return [failed(`${name} cannot be used (${cause}). Check S3_ENDPOINT, S3_BUCKET, the key and its permissions`)]
  const error = await storage.findBrowserError(publicUrl)
  return [
    ok(`${name} responds, and the key may put, get and delete objects`),
    error === undefined
      ? ok(`browsers may upload from ${publicUrl}`)
      : failed(`browsers cannot upload: ${error}. See "The bucket" in docs/operations/configuration.md`),
    ...(publicUrl.startsWith('https:') && storage.browserOrigin.startsWith('http:')
      ? [failed('browsers do not upload from https to a bucket on http')]
      : []),
    ...(await lookAtObjects(config)),
  ]
}

const bringBack =
  'Mount the volume or set the right place, or restore its contents. Only if this is the right one: bin/console adopt-files'

/** Compares the ownership marker and the current files in the storage with the database, without changing either. */
async function lookAtObjects(config: Config): Promise<Result[]> {
  const storage = await openStorage(config.storage)
  const loss = await withDatabase(config, async (database) =>
    (await listTables(database)).includes('bucket_state')
      ? findLostStorage({ db: database.db, storage, config })
      : undefined,
  )
  return loss === undefined ? [] : [failed(`${loss}. ${bringBack}`)]
}

/** Fetches the provider's description of itself, and looks for admins whose groups it did not send again. */
export async function lookAtProvider(config: Config): Promise<Result[]> {
  const { signOn } = config
  if (signOn === undefined) return []
  try {
    await discover(signOn)
  } catch (error) {
    return [
      failed(`${signOn.issuer} cannot be used (${describe(error)}). Compare OIDC_ISSUER with the provider’s own URL`),
    ]
  }
  const silences = await withDatabase(config, countSilences)
  if (!silences) return [ok(`${signOn.issuer} responds`)]
  return [
    warning(
      `${signOn.issuer} did not send an admin’s groups again ${silences} times in the last 7 days. These admins counted as in no group. Configure it to send groups in each identity token or at the user-info URL`,
    ),
  ]
}

const silencesForMs = 7 * 24 * 60 * 60_000

async function countSilences(database: Database): Promise<number> {
  if (!(await listTables(database)).includes('audit_events')) return 0
  const { count } = await database.db
    .selectFrom('auditEvents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('action', 'in', ['session.sign_on_end', 'admin.change_role'])
    .where('outcome', '=', 'ok')
    .where('atMs', '>', Date.now() - silencesForMs)
    .where('reason', '=', silentReason)
    .executeTakeFirstOrThrow()
  return count
}

/** Checks whether the ports are free, or this console responds there. */
export async function lookAtPorts({ host, port, metrics }: Config): Promise<Result[]> {
  return [await lookAtServer({ host, port }), ...(metrics ? [await lookAtMetrics(metrics)] : [])]
}

async function lookAtServer(place: { host: string; port: number }): Promise<Result> {
  if (!(await isOpen(place))) return ok(`PORT ${place.port} is free; the server is not running`)
  const text = await readFrom(place, '/readyz')
  if (text === silent) return failed(describeSilence('PORT', place.port))
  const answer = Readiness.safeParse(parseJson(text))
  if (!answer.success) return failed(`PORT ${place.port} is used by another program. Stop it, or set another PORT`)
  const { status, version } = answer.data
  const running = `the server responds on PORT ${place.port}: version ${version}, ${status}`
  return status === 'ok' ? ok(running) : warning(`${running}. See ${urlOf(place, '/readyz')} and the log`)
}

async function lookAtMetrics(place: { host: string; port: number }): Promise<Result> {
  if (!(await isOpen(place))) return ok(`METRICS_PORT ${place.port} is free`)
  const metrics = await readFrom(place, '/metrics')
  if (metrics === silent) return failed(describeSilence('METRICS_PORT', place.port))
  return metrics.includes('health_console_')
    ? ok(`metrics are served on METRICS_PORT ${place.port}`)
    : failed(`METRICS_PORT ${place.port} is used by another program. Stop it, or set another METRICS_PORT`)
}

const urlOf = ({ host, port }: { host: string; port: number }, location: string) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${location}`

const silent = Symbol('no response in time')

const describeSilence = (setting: string, port: number) =>
  `what listens on ${setting} ${port} does not respond. If it is the console, read its log; otherwise stop it, or set another ${setting}`

/** @returns an empty text for what is no response of HTTP */
async function readFrom(place: { host: string; port: number }, location: string): Promise<string | typeof silent> {
  const signal = AbortSignal.timeout(answerMs)
  try {
    const response = await fetchBounded(urlOf(place, location), { maxBytes: maxAnswerBytes, signal })
    return await response.text()
  } catch {
    return signal.aborted ? silent : ''
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function isOpen({ host, port }: { host: string; port: number }): Promise<boolean> {
  const socket = connect({ host, port, timeout: answerMs })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(answerMs) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Finds the most informative error, because those of connections are nested in others. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return describe(error.cause)
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ')
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`
}

import { createHash, hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { UserAccess } from '@health-console/contract/users/user-accesses.ts'
import { findChainEnd } from '../../core/audit/read-chain.ts'
import { createCheckpointSigner } from '../../core/audit/checkpoint.ts'
import { emptyChain } from '../../core/audit/verify-audit.mjs'
import type { Context } from '../../core/context.ts'
import type { EndUsersTable } from '../../core/database/tables/users.ts'
import type { LogPosition } from '../audit-events/search/log-index.ts'
import { getUserOrReports } from '../erasures/erasing/store.ts'
import { listPart, readAllReports } from '../reports/read-reports.ts'
import { piecesOf } from '../reports/send-documents.ts'
import type { SizedReport } from '../reports/store.ts'
import { nameInFull } from '../user-accesses/name-actor.ts'
import { type AccessPage, readAccesses } from '../user-accesses/read-accesses.ts'
import { indexPage } from './index-page.ts'
import type { Manifest, ManifestFile } from './manifest.ts'
import { type ZippedFile, zipFiles } from './zip-files.ts'

/** How an export ended, and the SHA-256 of a complete one. */
export type Ended = { outcome: 'ok'; sha256: string } | { outcome: 'failed' }

type Logs = {
  /** Logs reports before they are sent. */
  logReports: (part: SizedReport[]) => Promise<void>
  /** Logs the end: before the last bytes, or when the caller disconnects. */
  logEnd: (ended: Ended) => Promise<void>
}

const accessesAtOnce = 500
/** The page shows this many; the separate file has all. */
const accessesOnPage = 1_000

/** Streams everything about a user as a zip file. Nothing of it is stored. */
export async function* exportUser(
  context: Context,
  user: EndUsersTable,
  { logReports, logEnd }: Logs,
): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  let isWhole = false
  try {
    const zip: Readable = zipFiles(filesOf(context, user, logReports), new Date(context.now()))
    let waiting: Buffer | undefined
    for await (const chunk of zip as AsyncIterable<Buffer>) {
      if (waiting) yield waiting
      sum.update(chunk)
      waiting = chunk
    }
    await logEnd({ outcome: 'ok', sha256: sum.digest('hex') })
    isWhole = true
    if (waiting) yield waiting
  } finally {
    if (!isWhole) await logEnd({ outcome: 'failed' })
  }
}

async function* filesOf(
  context: Context,
  user: EndUsersTable,
  logReports: Logs['logReports'],
): AsyncGenerator<ZippedFile> {
  const { db, config, keys, now } = context
  const begunAtMs = now()
  const madeAt = new Date(begunAtMs).toISOString()
  const { sequence: entries, hash: endHash } = (await findChainEnd(db)) ?? emptyChain
  const auditLog = { entries, hash: endHash }
  const person = `${JSON.stringify(user, null, 2)}\n`

  yield { path: 'person.json', content: [person] }

  const reports: ManifestFile[] = []
  const filter = { userId: user.id, from: '', to: '' }
  const first = await listPart(db, filter)
  await logReports(first)
  const expectUser = () => getUserOrReports(db, user.id)
  for await (const { id, document } of readAllReports(context, filter, first, { logPart: logReports, expectUser })) {
    // Ids may have any form, so they cannot be names of files.
    const path = `reports/${String(reports.length + 1).padStart(5, '0')}.json`
    reports.push({ ...describe(path, document), reportId: id })
    yield { path, content: piecesOf(document) }
  }

  const newest: UserAccess[] = []
  const accesses = { count: 0, sizeBytes: 0, sum: createHash('sha256') }
  yield { path: 'access.ndjson', content: accessLines() }

  const shown = { productName: config.productName, user, madeAt, reports, accesses: newest, auditLog }
  const page = [...indexPage({ ...shown, accessCount: accesses.count })].join('')
  yield { path: 'index.html', content: [page] }

  const { sizeBytes, sum, count } = accesses
  const manifest = `${JSON.stringify(
    {
      format: 1,
      console: config.publicUrl,
      madeAt,
      userId: user.id,
      reports: reports.length,
      accesses: count,
      auditLog,
      files: [
        describe('index.html', [page]),
        describe('person.json', [person]),
        { path: 'access.ndjson', sizeBytes, sha256: sum.digest('hex') },
        ...reports,
      ],
    } satisfies Manifest,
    null,
    1,
  )}\n`
  yield { path: 'manifest.json', content: [manifest] }
  yield {
    path: 'manifest.note',
    content: [createCheckpointSigner(keys, config).signManifest(hash('sha256', manifest))],
  }

  async function* accessLines(): AsyncGenerator<string> {
    for await (const access of readAllAccesses(context, user.id, begunAtMs)) {
      if (newest.length < accessesOnPage) newest.push(access)
      const line = `${JSON.stringify(access)}\n`
      accesses.count += 1
      accesses.sizeBytes += Buffer.byteLength(line)
      accesses.sum.update(line)
      yield line
    }
  }
}

/** Every access to a user up to a time, newest first. */
async function* readAllAccesses(context: Context, userId: string, untilMs: number): AsyncGenerator<UserAccess> {
  for (let after: LogPosition | null = null; ;) {
    const question = { userId, untilMs, kinds: undefined, after, limit: accessesAtOnce }
    const page: AccessPage = await readAccesses(context, question, nameInFull)
    yield* page.accesses
    if (page.next === null) return
    after = page.next
  }
}

function describe(path: string, pieces: readonly (string | Uint8Array)[]): ManifestFile {
  const sum = createHash('sha256')
  let sizeBytes = 0
  for (const piece of pieces) {
    sum.update(piece)
    sizeBytes += Buffer.byteLength(piece)
  }
  return { path, sizeBytes, sha256: sum.digest('hex') }
}

import { randomUUIDv7 } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FileFault } from '@health-console/contract/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditSource } from '../../audit/entry.ts'
import type { Context } from '../../context.ts'
import { holdSession } from '../../staff/sessions/store.ts'
import { findShownTable } from '../table/store.ts'
import { dropEarlierImports, dropImport, markReady, markRefused } from './import-states.ts'
import { createImportThreads } from './import-threads.ts'
import { keepLease } from './keep-lease.ts'
import type { StoredFile } from './receive-file.ts'
import { type Refusal, RefusedImport, toRefusal } from '../reading/refusal.ts'
import { type ImportProgress, type ImportResult, runImportThread } from './run-import-thread.ts'
import { PointerMoved, runningConflict, showStagedTable } from './show-table.ts'
import { insertImport } from './store.ts'
import { releaseLease, takeLease } from './table-state-store.ts'

/** The person who imports, and their session. */
type ImportOrigin = { adminId: string; sessionTokenHash: string; source: AuditSource }

/** The result of an import. */
type ImportEnd =
  | { state: 'ready' | 'cancelled' }
  | { state: 'applied'; warnings: FileFault[] }
  | { state: 'refused'; refusal: Refusal }

const atStart: ImportProgress = { step: 'reading', rowsRead: 0, fraction: 0 }
const stopped: Refusal = {
  code: 'unavailable',
  message: 'The server was stopped while reading the file. Nothing was changed. Try again.',
}
const broken: Refusal = { code: 'internal', message: 'Something went wrong on the server. Nothing was changed.' }

class Cancelled extends Error {}

/** Runs imports: at most one at a time across all replicas, each in its own thread. */
export function createImporter(context: Context, logger: FastifyBaseLogger) {
  const { config, db, audit, now } = context
  const threads = createImportThreads({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  const running = new Map<string, { controller: AbortController; ended: Promise<ImportEnd> }>()

  /**
   * Starts the import of a stored file and removes the file at the end. With `replaces` the new table is shown as
   * soon as it is complete, otherwise it waits to be confirmed.
   */
  async function start(file: StoredFile, replaces: boolean, origin: ImportOrigin) {
    const id = randomUUIDv7()
    const nowMs = now()
    const shown = await db.transaction().execute(async (transaction) => {
      if (!(await takeLease(transaction, id, nowMs))) return 'busy'
      const table = await findShownTable(transaction)
      await dropEarlierImports(transaction, origin.adminId, nowMs)
      await insertImport(transaction, {
        id,
        state: 'reading',
        tableId: id,
        adminId: origin.adminId,
        sessionId: origin.source.sessionId,
        fileName: file.fileName,
        sizeBytes: file.sizeBytes,
        sha256: file.sha256,
        rowCount: 0,
        baseImportId: table?.importId ?? null,
        report: JSON.stringify(atStart),
        createdAtMs: nowMs,
      })
      await holdSession(transaction, origin.sessionTokenHash)
      await audit.append(transaction, [{ ...entryOf(id, origin), action: 'patients.import_upload' }])
      return table
    })
    if (shown === 'busy') throw await runningConflict(db, now())
    const controller = new AbortController()
    const job = { id, file, replaces, origin, shownTableId: shown?.tableId, controller }
    const ended = run(job).finally(() => running.delete(id))
    running.set(id, { controller, ended })
    return { id, ended }
  }

  type Job = {
    id: string
    file: StoredFile
    replaces: boolean
    origin: ImportOrigin
    shownTableId: string | undefined
    controller: AbortController
  }

  async function run(job: Job): Promise<ImportEnd> {
    const { id, file, shownTableId, controller } = job
    const onLost = () => controller.abort(new Cancelled())
    const worker = threads.take()
    const lease = keepLease(context, logger, id, atStart, onLost)
    try {
      const result = await runImportThread(
        worker,
        { file: { path: file.path, limits: { fileBytes: config.importMaxBytes } }, tableId: id, shownTableId },
        lease.report,
        controller.signal,
      ).catch((error: unknown): ImportResult => {
        if (error instanceof Cancelled) throw error
        const refusal = toRefusal(error)
        if (!refusal) logger.error({ err: error }, 'an import failed')
        return { type: 'refused', refusal: refusal ?? broken }
      })
      await lease.stop()
      return await conclude(job, result)
    } catch (error) {
      if (error instanceof Cancelled || error instanceof PointerMoved) return { state: 'cancelled' }
      throw error
    } finally {
      await lease.stop()
      await worker.terminate()
      await rm(file.path, { force: true })
    }
  }

  async function conclude({ id, replaces, origin }: Job, result: ImportResult): Promise<ImportEnd> {
    const nowMs = now()
    const entry = { ...entryOf(id, origin), action: 'patients.import' as const }
    return db.transaction().execute(async (transaction): Promise<ImportEnd> => {
      if (result.type === 'refused') {
        const { refusal } = result
        // A caller that waits gets the refusal as its answer; otherwise it is stored to be read later.
        if (replaces) await dropImport(transaction, id, 'reading', nowMs)
        else await markRefused(transaction, id, refusal, nowMs)
        await releaseLease(transaction, id)
        await audit.append(transaction, [{ ...entry, outcome: 'failed', reason: refusal.code }])
        return { state: 'refused', refusal }
      }
      if (!(await markReady(transaction, id, result, nowMs))) throw new Cancelled()
      if (!replaces) {
        await releaseLease(transaction, id)
        return { state: 'ready' }
      }
      await showStagedTable(transaction, id, 'running', nowMs)
      await audit.append(transaction, [entry])
      return { state: 'applied', warnings: result.preview.warnings }
    })
  }

  return {
    start,
    /** An import is about to be started: its thread is loaded meanwhile. */
    expect: threads.startAhead,
    /** Stops an import that runs in this process. One that runs elsewhere notices by itself that it was cancelled. */
    cancel(id: string): void {
      running.get(id)?.controller.abort(new Cancelled())
    },
    /** Stops all imports in this process: their files have to be sent again. */
    async stop(): Promise<void> {
      for (const { controller } of running.values()) controller.abort(new RefusedImport(stopped))
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
      await threads.stop()
    },
  }
}

function entryOf(id: string, { source }: ImportOrigin) {
  return { ...source, subjects: [`import:${id}` as const], outcome: 'ok' as const }
}

import { rm } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Context } from '../../context.ts'
import { findShownTable } from '../store.ts'
import { runningConflict } from './conflicts.ts'
import { dropEarlierImports, dropImport, markReady, markRefused } from './import-states.ts'
import { keepLease } from './keep-lease.ts'
import type { StoredFile } from './receive-file.ts'
import { type Refusal, RefusedImport, toRefusal } from './refusal.ts'
import { type ImportProgress, type ImportResult, runImportThread } from './run-import-thread.ts'
import { PointerMoved, showStagedTable } from './show-table.ts'
import { insertReadingImport, newImportId } from './store.ts'
import { releaseLease, takeLease } from './table-state-store.ts'

export type Importer = ReturnType<typeof createImporter>

/** Who imports, and from where: for the record. */
export type ImportOrigin = Pick<AuditEntry, 'address' | 'requestId'> & { adminId: string }

/** How an import came out. */
export type ImportEnd = { state: 'ready' | 'applied' } | { state: 'refused'; refusal: Refusal } | { state: 'cancelled' }

const atStart: ImportProgress = { step: 'reading', rowsRead: 0, fraction: 0 }
const stopped: Refusal = {
  code: 'unavailable',
  message: 'The server was stopped while it read the file. Nothing was changed. Try again.',
}
const broken: Refusal = { code: 'internal', message: 'Something went wrong on the server. Nothing was changed.' }

class Cancelled extends Error {}

/** Runs imports: at most one at a time over all replicas, each in its own thread. */
export function createImporter(context: Context, logger: FastifyBaseLogger) {
  const { config, db, audit, now } = context
  const running = new Map<string, { controller: AbortController; ended: Promise<ImportEnd> }>()

  /**
   * Starts the import of a stored file, which it removes in the end. With `replaces` the new table is shown as soon as
   * it is complete, else it waits to be confirmed.
   */
  async function start(file: StoredFile, replaces: boolean, origin: ImportOrigin) {
    const id = newImportId()
    const nowMs = now()
    const shown = await db.transaction().execute(async (transaction) => {
      if (!(await takeLease(transaction, id, nowMs))) return 'busy'
      const table = await findShownTable(transaction)
      await dropEarlierImports(transaction, origin.adminId, nowMs)
      const baseImportId = table?.importId ?? null
      const given = { id, adminId: origin.adminId, file, baseImportId, report: atStart, nowMs }
      await insertReadingImport(transaction, given)
      return table
    })
    if (shown === 'busy') throw await runningConflict(db, now())
    const controller = new AbortController()
    const ended = run({ id, file, replaces, origin, shownTableId: shown?.tableId, controller }).finally(() =>
      running.delete(id),
    )
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

  async function run({ id, file, replaces, origin, shownTableId, controller }: Job): Promise<ImportEnd> {
    const onLost = () => controller.abort(new Cancelled())
    const lease = keepLease(context, logger, { id, progress: atStart, onLost })
    try {
      const result = await runImportThread(
        {
          file: { path: file.path, limits: { fileBytes: config.importMaxBytes } },
          database: { databaseUrl: config.databaseUrl, dataDir: config.dataDir },
          tableId: id,
          shownTableId,
        },
        lease.report,
        controller.signal,
      ).catch((error: unknown): ImportResult => {
        if (error instanceof Cancelled) throw error
        const refusal = toRefusal(error)
        if (!refusal) logger.error({ err: error }, 'an import failed')
        return { type: 'refused', refusal: refusal ?? broken }
      })
      await lease.stop()
      const end = await conclude(id, result, replaces)
      if (end.state === 'refused') await recordFailure(id, origin)
      return end
    } catch (error) {
      if (error instanceof Cancelled || error instanceof PointerMoved) return { state: 'cancelled' }
      throw error
    } finally {
      await lease.stop()
      await rm(file.path, { force: true })
    }
  }

  async function conclude(id: string, result: ImportResult, replaces: boolean): Promise<ImportEnd> {
    const nowMs = now()
    return db.transaction().execute(async (transaction): Promise<ImportEnd> => {
      if (result.type === 'refused') {
        // Whoever waits for the answer is told; otherwise it is kept for whoever asks.
        if (replaces) await dropImport(transaction, id, 'reading', nowMs)
        else await markRefused(transaction, id, result.refusal, nowMs)
        await releaseLease(transaction, id)
        return { state: 'refused', refusal: result.refusal }
      }
      if (!(await markReady(transaction, id, result.preview, nowMs))) throw new Cancelled()
      if (replaces) await showStagedTable(transaction, id, 'running', nowMs)
      else await releaseLease(transaction, id)
      return { state: replaces ? 'applied' : 'ready' }
    })
  }

  function recordFailure(id: string, { adminId, address, requestId }: ImportOrigin): Promise<void> {
    return audit.record([
      { action: 'patients.import', subject: id, outcome: 'failed', actorId: adminId, address, requestId },
    ])
  }

  return {
    start,
    /** Stops an import that runs here; one that runs elsewhere notices by itself that it was cancelled. */
    cancel(id: string): void {
      running.get(id)?.controller.abort(new Cancelled())
    },
    /** Ends all imports that run here: their files have to be sent again. */
    async stop(): Promise<void> {
      for (const { controller } of running.values()) controller.abort(new RefusedImport(stopped))
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
    },
  }
}

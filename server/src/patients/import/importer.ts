import { rm } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Context } from '../../context.ts'
import { findShownTable } from '../store.ts'
import { runningConflict } from './conflicts.ts'
import {
  changeState,
  dropEarlierImports,
  insertReadingImport,
  newImportId,
  releaseLease,
  reportProgress,
  takeLease,
} from './imports-store.ts'
import type { StoredFile } from './receive-file.ts'
import type { Refusal } from './refusal.ts'
import { type ImportProgress, type ImportResult, runImportThread } from './run-import-thread.ts'
import { PointerMoved, showStagedTable } from './show-table.ts'

export type Importer = ReturnType<typeof createImporter>

/** Who imports, and from where: for the record. */
export type ImportOrigin = Pick<AuditEntry, 'address' | 'requestId'> & { adminId: string }

/** How an import came out. */
export type ImportEnd = { state: 'ready' | 'applied' } | { state: 'refused'; refusal: Refusal } | { state: 'cancelled' }

const progressEveryMs = 500
const atStart: ImportProgress = { step: 'reading', rowsRead: 0, fraction: 0 }
const stopped: Refusal = {
  code: 'unavailable',
  message: 'The server was stopped while it read the file. Nothing was changed. Try again.',
}
const tooManyRows: Refusal = {
  code: 'too_large',
  message: 'The file has more rows than an import can hold. Nothing was changed.',
}
const broken: Refusal = { code: 'internal', message: 'Something went wrong on the server. Nothing was changed.' }

class Cancelled extends Error {}
class Stopped extends Error {}

/** Runs imports: at most one at a time over all replicas, each in its own thread. */
export function createImporter({ config, db, audit, now }: Context, logger: FastifyBaseLogger) {
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
      await insertReadingImport(transaction, {
        id,
        adminId: origin.adminId,
        file,
        baseImportId,
        report: atStart,
        nowMs,
      })
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
    const heart = beat(id, controller)
    try {
      const result = await runImportThread(
        {
          file: { path: file.path, maxBytes: config.importMaxBytes },
          database: { databaseUrl: config.databaseUrl, dataDir: config.dataDir },
          tableId: id,
          shownTableId,
        },
        heart.report,
        controller.signal,
      ).catch((error: unknown): ImportResult => {
        if (error instanceof Cancelled) throw error
        if (error instanceof Stopped) return { type: 'refused', refusal: stopped }
        if (isOutOfMemory(error)) return { type: 'refused', refusal: tooManyRows }
        logger.error({ err: error }, 'an import failed')
        return { type: 'refused', refusal: broken }
      })
      await heart.stop()
      const end = await conclude(id, result, replaces)
      if (end.state === 'refused') await recordFailure(id, origin)
      return end
    } catch (error) {
      if (error instanceof Cancelled || error instanceof PointerMoved) return { state: 'cancelled' }
      throw error
    } finally {
      await heart.stop()
      await rm(file.path, { force: true })
    }
  }

  function beat(id: string, controller: AbortController) {
    let progress = atStart
    let beating: Promise<void> = Promise.resolve()
    let isBeating = false
    const once = async () => {
      isBeating = true
      try {
        const isAlive = await db
          .transaction()
          .execute((transaction) => reportProgress(transaction, id, progress, now()))
        if (!isAlive) controller.abort(new Cancelled())
      } catch (error) {
        // The lease outlasts many beats; if it ends, the import cannot be shown.
        logger.warn({ err: error }, 'the progress of an import could not be stored')
      } finally {
        isBeating = false
      }
    }
    const timer = setInterval(() => {
      if (!isBeating) beating = once()
    }, progressEveryMs)
    return {
      report: ({ step, rowsRead, fraction }: ImportProgress) => void (progress = { step, rowsRead, fraction }),
      stop: async () => {
        clearInterval(timer)
        await beating
      },
    }
  }

  async function conclude(id: string, result: ImportResult, replaces: boolean): Promise<ImportEnd> {
    const nowMs = now()
    return db.transaction().execute(async (transaction): Promise<ImportEnd> => {
      if (result.type === 'refused') {
        const report = JSON.stringify(result.refusal)
        // Whoever waits for the answer is told; otherwise it is kept for whoever asks.
        const ending = replaces ? { state: 'dropped' as const, report: null } : { state: 'refused' as const, report }
        await changeState(transaction, id, 'reading', { ...ending, updatedAtMs: nowMs })
        await releaseLease(transaction, id)
        return { state: 'refused', refusal: result.refusal }
      }
      const { preview } = result
      const isStaged = await changeState(transaction, id, 'reading', {
        state: 'ready',
        rowCount: preview.rowsInFile,
        addedCount: preview.added,
        changedCount: preview.changed,
        removedCount: preview.removed,
        report: JSON.stringify(preview),
        updatedAtMs: nowMs,
      })
      if (!isStaged) throw new Cancelled()
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
      for (const { controller } of running.values()) controller.abort(new Stopped())
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
    },
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

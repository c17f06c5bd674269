import { randomUUIDv7 } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { ListedCell } from '@health-console/contract/errors.ts'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditEntry, AuditSource } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../http/errors.ts'
import { lockSession } from '../../staff/sessions/store.ts'
import { findShownTable } from '../table/store.ts'
import { headingOf } from '../reading/words/own-headings.ts'
import { memberIdsOf } from '../reading/value-list.ts'
import { memberIdKey } from './kept-answers.ts'
import type { Reading } from '../reading/understand.ts'
import { dropEarlierImports, dropImport, markAsking, markReady, markRejected, readAgain } from './import-states.ts'
import { createImportThreads, type StartImportThread } from './import-threads.ts'
import { copyKeptFile, keepFile } from './kept-file.ts'
import { keepLease } from './keep-lease.ts'
import type { StoredFile } from './receive-file.ts'
import { rejection, type ImportError, RejectedImport, toImportError } from '../reading/import-error.ts'
import { type ImportProgress, type ImportResult, runImportThread } from './run-import-thread.ts'
import { PointerMoved, runningConflict, showWrittenTable } from './show-table.ts'
import { type ImportRow, insertImport } from './store.ts'
import { releaseLease, takeLease } from './table-state-store.ts'
import type { UploadsFolder } from './uploads-folder.ts'

/** The admin who imports, and the session. */
export type ImportOrigin = { adminId: string; sessionTokenHash: string; source: AuditSource }

/** The result of an import. */
type ImportEnd =
  | { state: 'ready' | 'asking' | 'cancelled' }
  | { state: 'applied'; warnings: ListedCell[] }
  | { state: 'rejected'; error: ImportError }

type Job = {
  id: string
  /** The path of the file on this machine; it is removed at the end. */
  filePath: string
  /** The answers that were sent with the file. */
  answers?: ImportAnswers
  /** How a file is read that was examined before and is stored in the database. */
  reading?: Reading
  /**
   * The new table becomes current as soon as it is complete, and nothing is asked. Otherwise it waits to be confirmed.
   */
  replaces: boolean
  origin: ImportOrigin
  shownTableId: string | undefined
}

const atStart: ImportProgress = { step: 'reading', rowsRead: 0, fraction: 0 }
const stopped: ImportError = {
  code: 'unavailable',
  message: 'The server was stopped while reading the file. Nothing was changed. Try again.',
}
const broken: ImportError = { code: 'internal', message: 'Something went wrong on the server. Nothing was changed.' }

class Cancelled extends Error {}

/** Runs imports: at most one at a time across all replicas, each in its own thread. */
export function createImporter(
  context: Context,
  logger: FastifyBaseLogger,
  uploads: UploadsFolder,
  startThread?: StartImportThread,
) {
  const { config, db, audit, keys, now } = context
  const threads = createImportThreads({ databaseUrl: config.databaseUrl, dataDir: config.dataDir }, startThread)
  const running = new Map<string, { controller: AbortController; ended: Promise<ImportEnd> }>()

  /** Starts the import of a stored file and removes the file at the end. */
  async function start(
    file: StoredFile,
    { answers, replaces }: { answers: ImportAnswers | undefined; replaces: boolean },
    origin: ImportOrigin,
  ) {
    const id = randomUUIDv7()
    const nowMs = now()
    const shown = await db.transaction().execute(async (transaction) => {
      if (!(await takeLease(transaction, id, nowMs))) throw await runningConflict(transaction, nowMs)
      const table = await findShownTable(transaction)
      await dropEarlierImports(transaction, origin.adminId, file.fileName, nowMs)
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
        answers: answers ? JSON.stringify(answers) : null,
        createdAtMs: nowMs,
      })
      await lockSession(transaction, origin.sessionTokenHash)
      await audit.append(transaction, [{ ...entryOf(id, origin), action: 'patients.import_upload' }])
      return table
    })
    const job = { id, filePath: file.path, ...(answers && { answers }), replaces, origin }
    return { id, ended: runInBackground({ ...job, shownTableId: shown?.tableId }) }
  }

  /** Reads the file of an import again, once nothing about it is open. */
  async function readAnswered(entry: ImportRow, reading: Reading, origin: ImportOrigin) {
    const { id } = entry
    const { answers } = reading.from
    const nowMs = now()
    const shown = await db.transaction().execute(async (transaction) => {
      if (!(await takeLease(transaction, id, nowMs))) throw await runningConflict(transaction, nowMs)
      const table = await findShownTable(transaction)
      const begun = { answers, baseImportId: table?.importId ?? null, report: atStart }
      if (!(await readAgain(transaction, entry, begun, nowMs))) throw justChanged()
      await lockSession(transaction, origin.sessionTokenHash)
      await audit.append(transaction, [{ ...entryOf(id, origin), action: 'patients.import_answer' }])
      return table
    })
    const filePath = await uploads.newFile()
    const job = { id, filePath, reading, replaces: false, origin, shownTableId: shown?.tableId }
    return { id, ended: runInBackground(job) }
  }

  function runInBackground(job: Job): Promise<ImportEnd> {
    const controller = new AbortController()
    const ended = run(job, controller).finally(() => running.delete(job.id))
    running.set(job.id, { controller, ended })
    return ended
  }

  async function run(job: Job, controller: AbortController): Promise<ImportEnd> {
    const onLost = () => controller.abort(new Cancelled())
    const worker = threads.take()
    const lease = keepLease(context, logger, job.id, atStart, onLost)
    try {
      const result = await read(job).catch((error: unknown): ImportResult => {
        if (error instanceof Cancelled) throw error
        const known = toImportError(error, context.engine)
        if (!known) logger.error({ err: error }, 'an import failed')
        return { type: 'rejected', error: known ?? broken }
      })
      await lease.stop()
      return await conclude(job, result)
    } catch (error) {
      if (error instanceof Cancelled || error instanceof PointerMoved) return { state: 'cancelled' }
      throw error
    } finally {
      await lease.stop()
      await worker.terminate()
      await rm(job.filePath, { force: true })
    }

    async function read({
      id,
      filePath,
      reading,
      answers,
      replaces,
      shownTableId,
      origin,
    }: Job): Promise<ImportResult> {
      if (reading && !(await copyKeptFile(db, id, filePath))) {
        throw rejection('The file is no longer stored. Choose it again.')
      }
      const file = { path: filePath, limits: { fileBytes: config.importMaxBytes } }
      const uploader = { adminId: origin.adminId, idKey: memberIdKey(keys), nowMs: now() }
      const how = { asksNothing: replaces, ...(answers && { answers }), ...(reading && { reading }) }
      const data = { file, tableId: id, shownTableId, uploader, ...how }
      const result = await runImportThread(worker, data, lease.report, controller.signal)
      const isKept = !replaces && !reading && (result.type !== 'rejected' || result.understood !== undefined)
      if (isKept) await keepFile(db, id, filePath)
      return result
    }
  }

  async function conclude({ id, replaces, origin }: Job, result: ImportResult): Promise<ImportEnd> {
    const nowMs = now()
    const entry = { ...entryOf(id, origin), action: 'patients.import' as const }
    return db.transaction().execute(async (transaction): Promise<ImportEnd> => {
      if (result.type === 'rejected') {
        const { error, understood } = result
        // A client that waits gets the error in its response; otherwise the error is stored to be read later.
        if (replaces) await dropImport(transaction, id, 'reading', nowMs)
        else await markRejected(transaction, id, error, understood, nowMs)
        await releaseLease(transaction, id)
        const shown = replaces ? shownIn(id, origin, error.errors ?? []) : []
        await audit.append(transaction, [{ ...entry, outcome: 'failed', reason: error.code }, ...shown])
        return { state: 'rejected', error }
      }
      const { remembered } = result.reading
      if (remembered) await audit.append(transaction, [{ ...entry, action: 'patients.layout_use' }])
      if (result.type === 'asking') {
        if (!(await markAsking(transaction, id, result, nowMs))) throw new Cancelled()
        await releaseLease(transaction, id)
        return { state: 'asking' }
      }
      if (!(await markReady(transaction, id, result, nowMs))) throw new Cancelled()
      if (!replaces) {
        await releaseLease(transaction, id)
        return { state: 'ready' }
      }
      await showWrittenTable(transaction, id, 'running', nowMs)
      await audit.append(transaction, [entry, ...shownIn(id, origin, result.preview.warnings)])
      return { state: 'applied', warnings: [...findingsAsWarnings(result), ...result.preview.warnings] }
    })
  }

  return {
    start,
    readAnswered,
    /** An import is about to be started: its thread is loaded meanwhile. */
    expect: threads.startAhead,
    /** Stops an import that runs in this process. An import elsewhere notices on its own that it was cancelled. */
    cancel(id: string): void {
      running.get(id)?.controller.abort(new Cancelled())
    },
    /** Stops all imports in this process: their files have to be sent again. */
    async stop(): Promise<void> {
      for (const { controller } of running.values()) controller.abort(new RejectedImport(stopped))
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
      await threads.stop()
    },
  }
}

/** The entry about the patients whose values the response to the one-step import contains. */
function shownIn(id: string, origin: ImportOrigin, cells: readonly ListedCell[]): AuditEntry[] {
  const subjects = memberIdsOf(cells).map((memberId) => `patient:${memberId}` as const)
  if (subjects.length === 0) return []
  return [{ ...entryOf(id, origin), action: 'patients.import_preview', subjects: [`import:${id}`, ...subjects] }]
}

/** The findings for a caller that sees no preview, each in the row of the headings. */
function findingsAsWarnings({ reading, preview }: Extract<ImportResult, { type: 'done' }>): ListedCell[] {
  const headings = new Map(reading.columns.map(({ column, heading }) => [column, heading]))
  return preview.findings.map(({ columns, title, detail }) => ({
    row: preview.headerRow,
    column: columns.map((key) => headings.get(key) ?? headingOf(key)).join(', '),
    value: '',
    reason: `${title}: ${detail}`,
  }))
}

export type Importer = ReturnType<typeof createImporter>

export const justChanged = () => conflict('The import has just changed. Check it again.')

export function entryOf(id: string, { source }: ImportOrigin) {
  return { ...source, subjects: [`import:${id}` as const], outcome: 'ok' as const }
}

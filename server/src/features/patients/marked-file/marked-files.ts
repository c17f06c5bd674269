import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { PatientImport } from '@health-console/contract/patients/imports.ts'
import { batchesOf } from '../../../core/batches.ts'
import type { Context } from '../../../core/context.ts'
import { createQueue } from '../../../core/queue.ts'
import { conflict } from '../../../http/errors.ts'
import { stillReading } from '../import/own-import.ts'
import { copyKeptFile } from '../import/kept-file.ts'
import { keepAnswers, memberIdKey } from '../import/kept-answers.ts'
import { keptKeyOf } from '../import/remember-answers.ts'
import { ownAnswers } from '../reading/questions/answer-sources.ts'
import { countAnswers } from '../reading/questions/remembered.ts'
import { findSurvey, type ImportRow } from '../import/store.ts'
import type { UploadsFolder } from '../import/uploads-folder.ts'
import { runMarkedFileThread } from './run-marked-file-thread.ts'
import type { FileToMark } from './write-marked-file.ts'

type Log = { onBegin: () => Promise<unknown>; onPatients: (memberIds: string[]) => Promise<unknown> }

const loggedAtOnce = 1_000

/** Creates marked files, one at a time, because each needs a thread and much memory. */
export function createMarkedFiles({ db, config, keys, now }: Context, uploads: UploadsFolder) {
  const queue = createQueue({
    most: 1,
    longest: 0,
    busy: {
      message: 'Another list of errors and warnings is being written. Try again in a moment.',
      retryAfterSeconds: 5,
    },
  })

  /**
   * Keeps the answers that the admin gave in the import, for the corrected file.
   * @param shown the same import
   * @returns the workbook, of which nothing stays on the disk once it is sent
   * @throws ApiError if the import has no file whose errors or warnings are known
   */
  async function make(entry: ImportRow, shown: PatientImport, adminId: string, log: Log): Promise<Readable> {
    const { reading, findingIds } = whatIsKnown(shown)
    const survey = await findSurvey(db, entry.id)
    if (!survey) throw noLongerKept()
    await log.onBegin()
    return queue.run(() => write({ survey, reading }, findingIds, { ...entry, adminId }, log))
  }

  async function write(
    known: Pick<FileToMark, 'survey' | 'reading'>,
    findingIds: string[],
    { id, tableId, adminId }: ImportRow & { adminId: string },
    log: Log,
  ): Promise<Readable> {
    const filePath = await uploads.newFile()
    const workbookPath = await uploads.newFile()
    try {
      if (!(await copyKeptFile(db, id, filePath))) throw noLongerKept()
      const limits = { fileBytes: config.importMaxBytes }
      const file = { path: filePath, workbookPath, limits, ...known }
      const { survey, reading } = known
      const database = { databaseUrl: config.databaseUrl, dataDir: config.dataDir }
      const hasher = { key: memberIdKey(keys), adminId }
      const { memberIds, hashes } = await runMarkedFileThread({ database, file, tableId, findingIds, hasher })
      for (const ids of batchesOf(memberIds, loggedAtOnce)) await log.onPatients(ids)
      // The rows that an answer about height and weight covers are those of this file.
      const { bodies: _, ...answers } = ownAnswers(reading.sources ?? [])
      if (countAnswers(answers) > 0) {
        const key = { importId: id, adminId, headingsHash: keptKeyOf(survey, reading) }
        const kept = { answers, memberIds: hashes, atMs: now() }
        await db.transaction().execute((transaction) => keepAnswers(transaction, key, kept))
      }
      return await openOnce(workbookPath)
    } catch (error) {
      await remove(workbookPath)
      throw error
    } finally {
      await remove(filePath)
    }
  }

  return { make }
}

/** A file without a name: its bytes are deleted when it is closed. */
async function openOnce(file: string): Promise<Readable> {
  const handle = await open(file)
  await remove(file)
  return handle.createReadStream()
}

const remove = (file: string) => rm(file, { force: true })

const noLongerKept = () => conflict('The file is no longer stored. Choose it again.')

function whatIsKnown(shown: PatientImport) {
  if (shown.state === 'reading') throw stillReading()
  if (shown.state !== 'ready' && shown.state !== 'rejected')
    throw conflict('This import has no list of errors and warnings. Only a preview or a rejected file has one.')
  if (shown.reading === null) throw noLongerKept()
  const findingIds = shown.state === 'ready' ? shown.preview.findings.map(({ id }) => id) : []
  return { reading: shown.reading, findingIds }
}

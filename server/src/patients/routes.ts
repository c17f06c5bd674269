import { readFile, rm } from 'node:fs/promises'
import fastifyMultipart from '@fastify/multipart'
import { pageMeta } from '@health-console/contract/paging.ts'
import {
  answerPatientImport,
  cancelPatientImport,
  confirmPatientImport,
  createPatientImport,
  forgetPatientLayout,
  getPatientImport,
  preparePatientImport,
  replacePatients,
  restorePatientImport,
} from '@health-console/contract/patient-imports.ts'
import { downloadPatients, downloadPatientTemplate, listPatients, xlsxType } from '@health-console/contract/patients.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError, conflict, notFound, unavailable } from '../http/errors.ts'
import { sourceOf } from '../http/refusals.ts'
import { router } from '../http/route.ts'
import type { SignedInAdmin } from '../http/caller.ts'
import { answerImport } from './import/answer-import.ts'
import { forgetLayout } from './import/layout-store.ts'
import { getOwnImport } from './import/own-import.ts'
import { createImporter } from './import/importer.ts'
import { rememberAnswers } from './import/remember-answers.ts'
import { dropImport, setReason } from './import/import-states.ts'
import { answersBytes, receiveFile } from './import/receive-file.ts'
import { requireConfirmed } from './import/require-confirmed.ts'
import { refusedError } from './reading/refusal.ts'
import {
  requireApplied,
  importNotFound,
  notRestored,
  PointerMoved,
  restoreImport,
  runningConflict,
  showStagedTable,
} from './import/show-table.ts'
import { findImport, findSurvey, getEntry } from './import/store.ts'
import { createUploadsFolder, type UploadsFolder } from './import/uploads-folder.ts'
import { findRunningAdmin, releaseLease } from './import/table-state-store.ts'
import { downloadTable } from './table/download-table.ts'
import { readAll, readPage } from './table/list-patients.ts'
import { declareHistoryRoutes } from './history-routes.ts'
import { declarePreviewRoutes } from './preview-routes.ts'
import { isoTime, peopleIn, presentEntry, presentImport, presentPatient, subjectsOf } from './present.ts'

/** An empty workbook with the heading of every column. Edit it with a spreadsheet program; a test checks it. */
const template = new URL('./import/template.xlsx', import.meta.url)

type Caller = { admin: SignedInAdmin; request: FastifyRequest }

export async function patientRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const uploads = createUploadsFolder(context.config.dataDir)
  app.addHook('onClose', uploads.close)
  // In its own scope: multipart bodies are accepted nowhere else.
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
    declareRoutes(scope, context, uploads)
  })
  declarePreviewRoutes(app, context, uploads)

  declareHistoryRoutes(app, context)
}

function declareRoutes(app: FastifyInstance, context: Context, uploads: UploadsFolder): void {
  const { config, db, audit, now } = context
  const route = router(app, context)
  const importer = createImporter(context, app.log, uploads)
  app.addHook('onClose', () => importer.stop())

  route(listPatients, {
    permission: 'admin',
    action: 'patients.view',
    audit: ({ query }, { data }) => ({
      subjects: data.data.map(({ memberId }) => `patient:${memberId}` as const),
      ...(query.search && { action: 'patients.search' }),
    }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.data.length }),
    handler: async ({ query }) => {
      const { rows, totalAmount, shown } = await readPage(
        context,
        { offset: (query.page - 1) * config.pageSize, limit: config.pageSize },
        query,
      )
      const appliedAtMs = shown?.appliedAtMs ?? 0
      return {
        data: {
          data: rows.map((row) => presentPatient(row, appliedAtMs)),
          meta: pageMeta(query.page, config.pageSize, totalAmount),
          updatedAt: shown ? isoTime(appliedAtMs) : '',
        },
      }
    },
  })

  route(replacePatients, {
    permission: 'admin',
    action: 'patients.import',
    sensitive: true,
    // The importer logs its change in the transaction of the change.
    audit: null,
    handler: async (call) => {
      const { id, ended } = await startImport(call, true)
      const end = await ended
      if (end.state === 'refused') throw refusedError(end.refusal)
      if (end.state !== 'applied') throw unavailable('The import was interrupted. Nothing was changed. Try again.', 5)
      return { data: { ...presentEntry(await getEntry(db, id)), warnings: end.warnings } }
    },
  })

  route(downloadPatientTemplate, {
    permission: 'admin',
    action: 'patients.template',
    audit: () => ({ subjects: [] }),
    handler: async () => {
      const workbook = await readFile(template)
      return (reply) =>
        reply
          .type(xlsxType)
          .header('content-disposition', 'attachment; filename="patients-template.xlsx"')
          .send(workbook)
    },
  })

  route(downloadPatients, {
    permission: 'admin',
    action: 'patients.download',
    // The patients are named by the entries that are written while they are sent.
    audit: () => ({ subjects: [] }),
    sensitive: true,
    handler: async ({ query, request }) => {
      const entry = { ...sourceOf(request), action: 'patients.download_rows', outcome: 'ok' } as const
      const log = (memberIds: string[]) =>
        audit.write([{ ...entry, subjects: memberIds.map((id) => `patient:${id}` as const) }])
      return (reply) =>
        reply
          .type(xlsxType)
          .header('content-disposition', `attachment; filename="hospital-patients${query.search ? '-hits' : ''}.xlsx"`)
          .send(downloadTable(readAll(context, query), log))
    },
  })

  route(preparePatientImport, {
    permission: 'admin',
    action: 'patients.import_upload',
    // Nothing is read or changed.
    audit: null,
    handler: async () => {
      importer.expect()
    },
  })

  route(createPatientImport, {
    permission: 'admin',
    action: 'patients.import_upload',
    sensitive: true,
    // The importer logs its change in the transaction of the change.
    audit: null,
    handler: async (call) => {
      const { id, ended } = await startImport(call, false)
      logFailure(call, ended)
      return { data: presentImport(await getOwnImport(db, id, call.admin)) }
    },
  })

  route(answerPatientImport, {
    permission: 'admin',
    action: 'patients.import_answer',
    bodyLimit: answersBytes,
    // The answers are logged in the transaction of their change.
    audit: (_call, { data }) =>
      data.state === 'ready' ? { action: 'patients.import_preview', subjects: subjectsOf(data) } : [],
    shows: (_call, { data }) => peopleIn(data),
    handler: async (call) => {
      const entry = await getOwnImport(db, call.params.id, call.admin)
      const { ended } = await answerImport(context, importer, entry, call.body, originOf(call))
      if (ended) logFailure(call, ended)
      return { data: presentImport(await getOwnImport(db, entry.id, call.admin)) }
    },
  })

  route(forgetPatientLayout, {
    permission: 'admin',
    action: 'patients.layout_forget',
    audit: () => ({ subjects: [] }),
    handler: async ({ params, change }) => {
      await change(async (transaction) => {
        if (!(await forgetLayout(transaction, params.id))) throw notFound('These headings are no longer remembered.')
      })
    },
  })

  route(getPatientImport, {
    permission: 'admin',
    action: 'patients.import_preview',
    audit: (_call, { data }) =>
      data.state === 'ready' || data.state === 'asking' ? { subjects: subjectsOf(data) } : [],
    shows: (_call, { data }) => peopleIn(data),
    handler: async ({ params, admin }) => ({ data: presentImport(await getOwnImport(db, params.id, admin)) }),
  })

  route(confirmPatientImport, {
    permission: 'admin',
    action: 'patients.import',
    // The session that sent the file has confirmed the identity for that.
    sensitive: async ({ params, admin }) => (await findImport(db, params.id))?.sessionId !== admin.session.id,
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    handler: async ({ params, body, admin, request, change }) => {
      const entry = await getOwnImport(db, params.id, admin)
      const staged = presentImport(entry)
      if (staged.state === 'reading') throw conflict('The file is still being read.')
      if (staged.state === 'asking') throw conflict('The file leaves something open. Answer the questions first.')
      if (staged.state === 'refused') throw conflict('This file cannot be imported. Choose a corrected one.')
      if (staged.state === 'ready') requireConfirmed(staged.preview, body)
      const survey = entry.answers === null ? undefined : await findSurvey(db, entry.id)
      const confirm = change(async (transaction) => {
        if (body.reason !== undefined) await setReason(transaction, entry.id, body.reason)
        await showStagedTable(transaction, entry.id, { base: entry.baseImportId }, now())
        await rememberAnswers(audit, transaction, entry, {
          survey,
          origin: originOf({ admin, request }),
          nowMs: now(),
        })
        return { data: presentEntry(await getEntry(transaction, entry.id)) }
      })
      return confirm.catch(async (error: unknown) => {
        if (!(error instanceof PointerMoved)) throw error
        // Confirming twice has the same result as once.
        await requireApplied(context, entry.id)
        return { data: presentEntry(await getEntry(db, entry.id)) }
      })
    },
  })

  route(cancelPatientImport, {
    permission: 'admin',
    action: 'patients.import_cancel',
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    handler: async ({ params, admin, change }) => {
      const { state } = await getOwnImport(db, params.id, admin)
      if (state === 'applied') throw conflict('The table has already been replaced.')
      await change(async (transaction) => {
        await releaseLease(transaction, params.id)
        const isDropped = await dropImport(transaction, params.id, state, now())
        if (!isDropped) throw conflict('The import has just finished.')
      })
      importer.cancel(params.id)
    },
  })

  route(restorePatientImport, {
    permission: 'super_admin',
    action: 'patients.restore',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    handler: async ({ params, admin, change }) => {
      const source = await findImport(db, params.id)
      if (source?.state !== 'applied') throw importNotFound()
      const restore = change(async (transaction) => {
        const id = await restoreImport(transaction, source, admin.id, now())
        return { data: presentEntry(await getEntry(transaction, id)) }
      })
      return restore.catch(async (error: unknown) => {
        throw error instanceof PointerMoved ? await notRestored(context) : error
      })
    },
  })

  const originOf = ({ admin, request }: Caller) => ({
    adminId: admin.id,
    sessionTokenHash: admin.session.tokenHash,
    source: sourceOf(request),
  })

  /** Of an import that no call waits for. */
  function logFailure({ request }: Caller, ended: Promise<unknown>): void {
    ended.catch((error: unknown) => request.log.error({ err: error }, 'the result of an import could not be stored'))
  }

  async function startImport(call: Caller, replaces: boolean) {
    const { request } = call
    if (!request.isMultipart()) {
      throw new ApiError('unsupported', 'Send multipart/form-data with a file and a name.')
    }
    if (await findRunningAdmin(db, now())) {
      // Checked before the file is received.
      request.raw.resume()
      throw await runningConflict(db, now())
    }
    importer.expect()
    const { file, answers } = await receiveFile(request, { uploads, maxBytes: config.importMaxBytes })
    try {
      return await importer.start(file, { answers, replaces }, originOf(call))
    } catch (error) {
      await rm(file.path, { force: true })
      throw error
    }
  }
}

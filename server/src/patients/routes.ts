import { rm } from 'node:fs/promises'
import fastifyMultipart from '@fastify/multipart'
import { pageMeta } from '@health-console/contract/paging.ts'
import {
  cancelPatientImport,
  confirmPatientImport,
  createPatientImport,
  downloadPatientTemplate,
  getPatientImport,
  listPatientImports,
  listPatients,
  patientColumns,
  replacePatients,
  restorePatientImport,
} from '@health-console/contract/patients.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError, conflict, unavailable } from '../http/errors.ts'
import { router } from '../http/route.ts'
import type { SignedInAdmin } from '../http/session.ts'
import { writeTemplate } from '../spreadsheet/template.ts'
import { runningConflict } from './import/conflicts.ts'
import { createImporter } from './import/importer.ts'
import { dropImport } from './import/import-states.ts'
import { receiveFile } from './import/receive-file.ts'
import { refusedError } from './import/refusal.ts'
import { confirmImport, importNotFound, restoreImport } from './import/show-table.ts'
import { findImport, getEntry, listEntries } from './import/store.ts'
import { uploadsDirectory } from './import/sweep.ts'
import { findRunningAdmin, releaseLease } from './import/table-state-store.ts'
import { createPatientList } from './list-patients.ts'
import { isoTime, presentEntry, presentImport, presentPatient } from './present.ts'

type Caller = { admin: SignedInAdmin; request: FastifyRequest }

export async function patientRoutes(app: FastifyInstance, context: Context): Promise<void> {
  // In a scope of its own: nowhere else is a multipart body accepted.
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
    declareRoutes(scope, context)
  })
}

function declareRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, now } = context
  const route = router(app, context)
  const readPage = createPatientList(db, config.pageSize)
  const importer = createImporter(context, app.log)
  app.addHook('onClose', () => importer.stop())

  route(listPatients, {
    permission: 'admin',
    action: 'patients.view',
    audit: null,
    handler: async ({ query, admin, request }) => {
      const { rows, totalAmount, shown } = await readPage(query)
      const ids = rows.map((row) => row.memberId).join(',')
      await record({ admin, request }, query.search ? 'patients.search' : 'patients.view', ids)
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
    audit: null,
    handler: async (call) => {
      const { id, ended } = await startImport(call, true)
      const end = await ended
      if (end.state === 'refused') throw refusedError(end.refusal)
      if (end.state === 'cancelled') throw unavailable('The import was interrupted. Nothing was changed. Try again.', 5)
      await record(call, 'patients.import', id)
      return { data: presentEntry(await getEntry(db, id)) }
    },
  })

  app.route({
    method: 'GET',
    url: downloadPatientTemplate.path,
    config: { permission: 'admin', endpoint: downloadPatientTemplate, action: 'patients.template' },
    handler: async (request, reply) => {
      if (request.admin) await record({ admin: request.admin, request }, 'patients.template', null)
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', 'attachment; filename="patients-template.xlsx"')
        .send(await writeTemplate(patientColumns.map((column) => column.heading)))
    },
  })

  route(createPatientImport, {
    permission: 'admin',
    action: 'patients.import_upload',
    audit: null,
    handler: async (call) => {
      const { id, ended } = await startImport(call, false)
      ended.catch((error: unknown) =>
        call.request.log.error({ err: error }, 'the end of an import could not be stored'),
      )
      await record(call, 'patients.import_upload', id)
      return { data: await presentOwnImport(id, call.admin) }
    },
  })

  route(getPatientImport, {
    permission: 'admin',
    action: 'patients.import_preview',
    audit: null,
    handler: async (call) => {
      const found = await presentOwnImport(call.params.id, call.admin)
      if (found.state === 'ready') await record(call, 'patients.import_preview', found.id)
      return { data: found }
    },
  })

  route(confirmPatientImport, {
    permission: 'admin',
    action: 'patients.import',
    audit: ({ params }) => ({ subject: params.id }),
    handler: async ({ params, body, admin }) => {
      const entry = await getOwnImport(params.id, admin)
      const staged = presentImport(entry)
      if (staged?.state === 'reading') throw conflict('The file is still being read.')
      if (staged?.state === 'refused') throw conflict('This file cannot be imported. Choose a corrected one.')
      if (staged?.state === 'ready' && staged.preview.needsConfirmation && body.acceptRemoval !== true) {
        throw conflict('More than a third of the rows would be removed. Confirm that this is meant.')
      }
      await confirmImport(context, entry)
      return { data: presentEntry(await getEntry(db, params.id)) }
    },
  })

  route(cancelPatientImport, {
    permission: 'admin',
    action: 'patients.import_cancel',
    audit: ({ params }) => ({ subject: params.id }),
    handler: async ({ params, admin }) => {
      const { state } = await getOwnImport(params.id, admin)
      if (state === 'applied') throw conflict('The table has already been replaced.')
      const isDropped = await db.transaction().execute(async (transaction) => {
        await releaseLease(transaction, params.id)
        return dropImport(transaction, params.id, state, now())
      })
      if (!isDropped) throw conflict('The import has just come to its end.')
      importer.cancel(params.id)
      return undefined
    },
  })

  route(listPatientImports, {
    permission: 'admin',
    action: 'patients.import_history',
    audit: () => ({ subject: null }),
    handler: async () => ({ data: (await listEntries(db, config.patientImportsKept)).map(presentEntry) }),
  })

  route(restorePatientImport, {
    permission: 'super_admin',
    action: 'patients.restore',
    audit: ({ params }) => ({ subject: params.id }),
    handler: async ({ params, admin }) => {
      const source = await findImport(db, params.id)
      if (source?.state !== 'applied') throw importNotFound()
      const id = await restoreImport(context, source, admin.id)
      return { data: presentEntry(await getEntry(db, id)) }
    },
  })

  async function startImport({ admin, request }: Caller, replaces: boolean) {
    if (!request.isMultipart()) {
      throw new ApiError('unsupported', 'Send multipart/form-data with a file and a name.')
    }
    if (await findRunningAdmin(db, now())) {
      // Told before the file is taken in.
      request.raw.resume()
      throw await runningConflict(db, now())
    }
    const file = await receiveFile(request, {
      directory: uploadsDirectory(config.dataDir),
      maxBytes: config.importMaxBytes,
    })
    try {
      const origin = { adminId: admin.id, address: request.ip, requestId: request.id }
      return await importer.start(file, replaces, origin)
    } catch (error) {
      await rm(file.path, { force: true })
      throw error
    }
  }

  async function getOwnImport(id: string, admin: SignedInAdmin) {
    const entry = await findImport(db, id)
    if (!entry || entry.adminId !== admin.id || entry.state === 'dropped') throw importNotFound()
    return entry
  }

  async function presentOwnImport(id: string, admin: SignedInAdmin) {
    const found = presentImport(await getOwnImport(id, admin))
    if (!found) throw importNotFound()
    return found
  }

  function record({ admin, request }: Caller, action: string, subject: string | null): Promise<void> {
    const where = { address: request.ip, requestId: request.id }
    return context.audit.record([{ action, subject, outcome: 'ok', actorId: admin.id, ...where }])
  }
}

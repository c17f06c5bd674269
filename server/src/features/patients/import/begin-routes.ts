import {
  createPatientImport,
  preparePatientImport,
  replacePatients,
} from '@health-console/contract/patients/imports.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { unavailable } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { beginImport, logFailure } from './begin-import.ts'
import type { Importer } from './importer.ts'
import { getOwnImport } from './own-import.ts'
import { getEntry } from './store.ts'
import type { UploadsFolder } from './uploads-folder.ts'
import { presentEntry, presentImport } from './present.ts'
import { rejectedFile } from '../reading/import-error.ts'

/** The routes that begin an import. */
export function declareImportRoutes(
  app: FastifyInstance,
  context: Context,
  parts: { importer: Importer; uploads: UploadsFolder },
): void {
  const { db } = context
  const route = router(app, context)

  route(replacePatients, {
    permission: 'admin',
    action: 'patients.import',
    why: 'replaces the whole table',
    sensitive: true,
    // The importer logs its change in the transaction of the change.
    audit: null,
    handler: async (call) => {
      const { id, ended } = await beginImport(context, parts, call, true)
      const end = await ended
      if (end.state === 'rejected') throw rejectedFile(end.error)
      if (end.state !== 'applied') throw unavailable('The import was interrupted. Nothing was changed. Try again.', 5)
      return { data: { ...presentEntry(await getEntry(db, id)), warnings: end.warnings } }
    },
  })

  route(preparePatientImport, {
    permission: 'admin',
    action: 'patients.import_upload',
    why: 'stores nothing',
    // Nothing is read or changed.
    audit: null,
    handler: async () => {
      parts.importer.expect()
    },
  })

  route(createPatientImport, {
    permission: 'admin',
    action: 'patients.import_upload',
    why: 'prepares to replace the whole table',
    sensitive: true,
    // The importer logs its change in the transaction of the change.
    audit: null,
    handler: async (call) => {
      const { id, ended } = await beginImport(context, parts, call, false)
      logFailure(call, ended)
      return { data: presentImport(await getOwnImport(db, id, call.admin)) }
    },
  })
}

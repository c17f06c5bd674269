import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { declareHistoryRoutes } from './history-routes.ts'
import { declareImportRoutes } from './import/begin-routes.ts'
import { createImporter } from './import/importer.ts'
import type { StartImportThread } from './import/import-threads.ts'
import { createUploadsFolder } from './import/uploads-folder.ts'
import { declareListRoutes } from './list-routes.ts'
import { declareOwnImportRoutes } from './import/own-import-routes.ts'
import { declarePreviewRoutes } from './preview-routes.ts'

export async function patientRoutes(
  app: FastifyInstance,
  context: Context,
  startThread?: StartImportThread,
): Promise<void> {
  const uploads = createUploadsFolder(context.config.dataDir)
  app.addHook('onClose', uploads.close)
  const importer = createImporter(context, app.log, uploads, startThread)
  app.addHook('onClose', () => importer.stop())

  declareListRoutes(app, context)
  // This is in its own scope, because multipart bodies are accepted nowhere else.
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
    declareImportRoutes(scope, context, { importer, uploads })
  })
  declareOwnImportRoutes(app, context, importer)
  declarePreviewRoutes(app, context, uploads)
  declareHistoryRoutes(app, context)
}

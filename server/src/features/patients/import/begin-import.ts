import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { sourceOf } from '../../../http/requests/rejections.ts'
import type { Importer, ImportOrigin } from './importer.ts'
import { receiveFile } from './receive-file.ts'
import { runningConflict } from './show-table.ts'
import { findRunningAdmin } from './table-state-store.ts'
import type { UploadsFolder } from './uploads-folder.ts'

type Caller = { admin: SignedInAdmin; request: FastifyRequest }

export const originOf = ({ admin, request }: Caller): ImportOrigin => ({
  adminId: admin.id,
  sessionTokenHash: admin.session.tokenHash,
  source: sourceOf(request),
})

/**
 * Receives a spreadsheet and begins to read it. @throws ApiError before anything is received, if another spreadsheet is
 * being read
 */
export async function beginImport(
  { config, db, now }: Context,
  { importer, uploads }: { importer: Importer; uploads: UploadsFolder },
  call: Caller,
  replaces: boolean,
) {
  const { request } = call
  if (await findRunningAdmin(db, now())) {
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

/** For an import that no request waits for. */
export function logFailure({ request }: Caller, ended: Promise<unknown>): void {
  ended.catch((error: unknown) => request.log.error({ err: error }, 'the result of an import could not be stored'))
}

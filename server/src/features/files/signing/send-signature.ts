import type { FastifyReply } from 'fastify'
import type { Db } from '../../../core/database/tables.ts'
import { attachment } from '../../../core/storage/attachment.ts'
import { notFound } from '../../../http/errors.ts'
import { findBundle } from './signatures-store.ts'
import { mediaType } from './verify-model.mjs'

type Signed = { fileId: string; number: number; filename: string }

/** Responds with the signature of a version as a file. @throws ApiError `not_found` if it has none */
export async function sendSignature(db: Db, { fileId, number, filename }: Signed) {
  const bundle = await findBundle(db, fileId, number)
  if (bundle === undefined)
    throw notFound('This version isn’t signed yet. Published versions are signed once their checksum is calculated.')
  const name = attachment(`${filename}.sig`)
  return (reply: FastifyReply) => reply.header('content-disposition', name).type(mediaType).send(bundle)
}

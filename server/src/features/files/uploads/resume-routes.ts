import {
  cancelFileUpload,
  createPartUrls,
  getFileUpload,
  listFileUploads,
} from '@health-console/contract/files/files.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { removeEnded, removeNow } from './discard-upload.ts'
import { ownOrigin } from '../../../http/security/origin.ts'
import { announceParts, isPlanned, listArrivedParts, openMultipartUpload, requireInParts } from './parts.ts'
import { findFileRow } from '../versions/store.ts'
import { urlLifetimeSeconds, createUploadUrls } from './upload-url.ts'
import { getOwnUpload, giveUpUpload, listUploads, touchUpload, type UploadRow, uploadNotFound } from './store.ts'
import { presentUnfinished } from './present.ts'

const noteEveryMs = 20_000

/** The routes with which a client resumes its own uploads part by part, or cancels them. */
export function resumeRoutes(app: FastifyInstance, context: Context): void {
  const { db, config, storage, now } = context
  const route = router(app, context)
  const urls = createUploadUrls(context)

  route(listFileUploads, {
    permission: 'admin',
    action: 'files.uploads',
    why: "shows one's own uploads",
    audit: (_call, { data }) => ({ subjects: data.map(({ id }) => `upload:${id}` as const) }),
    handler: async ({ admin }) => {
      const uploads = await listUploads(db, admin.id)
      return { data: uploads.map(presentUnfinished) }
    },
  })

  route(getFileUpload, {
    permission: 'admin',
    action: 'files.uploads',
    why: "shows one's own upload",
    audit: ({ params }) => ({ subjects: [`upload:${params.id}`] }),
    handler: async ({ params, admin }) => {
      const upload = await getOwnUpload(db, params.id, admin.id)
      const file = await findFileRow(db, upload.fileId)
      if (!file) throw uploadNotFound()
      const parts = await listArrivedParts(context, upload)
      return { data: { upload: presentUnfinished({ ...upload, type: file.type }), parts } }
    },
  })

  route(createPartUrls, {
    permission: 'admin',
    action: 'files.upload_parts',
    why: "continues one's own upload",
    uncompressed: 'signed URLs',
    // The start of the upload is already logged.
    audit: null,
    handler: async ({ params, body, admin, request }) => {
      const upload = await getOwnUpload(db, params.id, admin.id)
      if (!isPlanned(upload))
        throw conflict(
          'This upload was begun without its size, so it cannot be sent in parts. Send the whole file to its URL.',
        )
      requireInParts(upload)
      await announceParts(context, upload, body.parts)
      const opened = await openMultipartUpload(context, upload)
      await noteActivity(upload, admin)
      const stored = { ...upload, multipartUploadId: opened.uploadId }
      const arrived = new Set((await listArrivedParts(context, stored)).map((part) => part.partNumber))
      const urlOf = (partNumber: number) =>
        storage.kind === 's3'
          ? storage.presignPart(opened, partNumber, urlLifetimeSeconds)
          : urls.make(ownOrigin(request, config), `/v1/file-uploads/${upload.id}/parts/${partNumber}`)
      const parts = body.parts.map(async ({ partNumber }) => ({
        partNumber,
        url: arrived.has(partNumber) ? null : await urlOf(partNumber),
      }))
      const expiresAt = Math.floor(now() / 1000) + urlLifetimeSeconds
      return { data: { parts: await Promise.all(parts), expiresAt } }
    },
  })

  route(cancelFileUpload, {
    permission: 'admin',
    action: 'files.upload_cancel',
    why: "discards one's own upload",
    audit: ({ params }) => ({ subjects: [`upload:${params.id}`] }),
    handler: async ({ params, admin, request, change }) => {
      const upload = await getOwnUpload(db, params.id, admin.id)
      await change(async (transaction) => {
        await giveUpUpload(transaction, upload.id)
      })
      await removeNow(request, removeEnded(context, upload.id))
    },
  })

  /**
   * This does not happen on every request, because clients send one for each part, and each update waits for the disk.
   */
  async function noteActivity({ id, sessionHash, updatedAtMs }: UploadRow, { session }: SignedInAdmin) {
    if (sessionHash === session.tokenHash && now() - updatedAtMs < noteEveryMs) return
    await touchUpload(db, id, now(), session.tokenHash)
  }
}

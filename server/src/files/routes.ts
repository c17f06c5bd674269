import { buffer } from 'node:stream/consumers'
import {
  cancelFileUpload,
  createFile,
  createFileUpload,
  createPartUrls,
  downloadFileVersion,
  getFileUpload,
  listFiles,
  listFileUploads,
  listFileVersions,
  maxPromptTextBytes,
  publishFile,
  readPromptVersion,
  restoreFileVersion,
} from '@health-console/contract/files.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { recorder } from '../audit/for-request.ts'
import type { Context } from '../context.ts'
import { conflict, invalid, invalidField, notFound } from '../http/errors.ts'
import { router } from '../http/route.ts'
import type { SignedInAdmin } from '../http/session.ts'
import { toObjectKey } from '../storage/object-key.ts'
import { beginFirstUpload, beginNextUpload, planOf, wholeFileAddress } from './begin-upload.ts'
import { discardUpload } from './discard-upload.ts'
import { ownOrigin } from './own-origin.ts'
import { announceParts, isPlanned, listArrivedParts, openStoreUpload } from './parts.ts'
import { presentFile, presentUpload, presentVersion } from './present.ts'
import { publishUpload } from './publish-upload.ts'
import { restoreVersion } from './restore-version.ts'
import { createRunningDigests } from './running-digests.ts'
import { sendVersion } from './send-version.ts'
import * as store from './store.ts'
import { addressLifetimeSeconds, createUploadAddresses } from './upload-address.ts'
import { uploadRoutes } from './upload-routes.ts'
import { getOwnUpload, listUploads, touchUpload, type UploadRecord, uploadNotFound } from './uploads-store.ts'

const noteEveryMs = 20_000

export async function fileRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db, config, storage, now } = context
  const route = router(app, context)
  const addresses = createUploadAddresses(context)
  const digests = createRunningDigests(storage)
  await uploadRoutes(app, context, digests)
  const originOf = (request: FastifyRequest) => ownOrigin(request, config)

  route(listFiles, {
    permission: 'admin',
    action: 'files.view',
    audit: () => ({ subject: null }),
    handler: async ({ request }) => {
      const files = await store.listFiles(db)
      const { maxFileBytes } = config
      return { data: { files: files.map((file) => presentFile(file, originOf(request))), maxFileBytes } }
    },
  })

  route(createFile, {
    permission: 'admin',
    action: 'files.upload',
    audit: null,
    handler: async ({ body, admin, request }) => {
      const upload = await beginFirstUpload(context, admin, body)
      return { ...(await begun(request, upload)), file: { id: upload.fileId } }
    },
  })

  route(createFileUpload, {
    permission: 'admin',
    action: 'files.upload',
    audit: null,
    handler: async ({ params, body, admin, request }) =>
      begun(request, await beginNextUpload(context, admin, params.id, body)),
  })

  async function begun(request: FastifyRequest, upload: UploadRecord) {
    const url = [await wholeFileAddress(context, addresses, originOf(request), upload)]
    await recorder(context, request)('files.upload', `${upload.fileId} ${upload.id}`)
    const plan = planOf(upload)
    return { url, ...(plan && { upload: plan }) }
  }

  route(publishFile, {
    permission: 'admin',
    action: 'files.publish',
    audit: ({ params, body }) => ({ subject: `${params.id} ${body.version}` }),
    handler: async ({ params, body, admin, request }) => {
      if (body.id !== params.id) throw invalidField('id', 'The id is not the one in the address')
      const { version, filename, uploadId } = body
      await publishUpload(context, { fileId: params.id, version, filename, uploadId, adminId: admin.id }, digests)
      return presentFile(await store.getFile(db, params.id), originOf(request))
    },
  })

  route(listFileVersions, {
    permission: 'admin',
    action: 'files.history',
    audit: ({ params }) => ({ subject: params.id }),
    handler: async ({ params, request }) => {
      const versions = await store.listVersions(db, params.id)
      if (versions.length === 0) throw store.fileNotFound()
      return { data: versions.map((version) => presentVersion(version, originOf(request))) }
    },
  })

  app.route({
    // Its own, because the one that would be made reads the whole file to find its length.
    method: ['GET', 'HEAD'],
    url: downloadFileVersion.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { permission: 'admin', endpoint: downloadFileVersion, action: 'files.download' },
    handler: async (request, reply) => {
      const params = z.safeParse(downloadFileVersion.params, request.params)
      if (!params.success) throw invalid([{ path: 'version', message: 'A whole number is expected' }])
      const { id, version } = params.data
      const content = await store.getVersion(db, id, version)
      await recorder(context, request)('files.download', `${id} ${version}`)
      return sendVersion(context, request, reply, content)
    },
  })

  route(readPromptVersion, {
    permission: 'admin',
    action: 'files.download',
    audit: ({ params }) => ({ subject: `${params.id} ${params.version}` }),
    handler: async ({ params }) => {
      const { type, sizeBytes, objectKey } = await store.getVersion(db, params.id, params.version)
      if (type !== 'txt') throw notFound('Only a prompt can be read as text.')
      if (sizeBytes > maxPromptTextBytes) throw conflict('This prompt is too long to be shown. Download it instead.')
      const content = await buffer(await storage.openRead(toObjectKey(objectKey)))
      return { data: { text: content.toString('utf8') } }
    },
  })

  route(restoreFileVersion, {
    permission: 'super_admin',
    action: 'files.restore',
    audit: ({ params }) => ({ subject: `${params.id} ${params.version}` }),
    handler: async ({ params, admin, request }) => {
      await restoreVersion(context, { fileId: params.id, version: params.version, adminId: admin.id })
      return presentFile(await store.getFile(db, params.id), originOf(request))
    },
  })

  route(listFileUploads, {
    permission: 'admin',
    action: 'files.uploads',
    audit: () => ({ subject: null }),
    handler: async ({ admin }) => {
      const uploads = await listUploads(db, admin.id)
      return { data: uploads.flatMap((upload) => (isPlanned(upload) ? [presentUpload(upload)] : [])) }
    },
  })

  route(getFileUpload, {
    permission: 'admin',
    action: 'files.uploads',
    audit: ({ params }) => ({ subject: params.id }),
    handler: async ({ params, admin }) => {
      const { upload, type } = await getPlanned(params.id, admin.id)
      const parts = await listArrivedParts(context, upload)
      return { data: { upload: presentUpload({ ...upload, type }), parts } }
    },
  })

  route(createPartUrls, {
    permission: 'admin',
    action: 'files.upload_parts',
    audit: null,
    handler: async ({ params, body, admin, request }) => {
      const { upload } = await getPlanned(params.id, admin.id)
      if (upload.state === 'arrived') throw conflict('All of this upload has already arrived.')
      await announceParts(context, upload, body.parts)
      const opened = await openStoreUpload(context, upload)
      await noteActivity(upload, admin)
      const stored = { ...upload, storeUploadId: opened.uploadId }
      const arrived = new Set((await listArrivedParts(context, stored)).map((part) => part.partNumber))
      const urlOf = (partNumber: number) =>
        storage.kind === 's3'
          ? storage.presignPart(opened, partNumber, addressLifetimeSeconds)
          : addresses.make(originOf(request), `/v1/file-uploads/${upload.id}/parts/${partNumber}`)
      const parts = body.parts.map(async ({ partNumber }) => ({
        partNumber,
        url: arrived.has(partNumber) ? null : await urlOf(partNumber),
      }))
      const expiresAt = Math.floor(now() / 1000) + addressLifetimeSeconds
      return { data: { parts: await Promise.all(parts), expiresAt } }
    },
  })

  route(cancelFileUpload, {
    permission: 'admin',
    action: 'files.upload_cancel',
    audit: ({ params }) => ({ subject: params.id }),
    handler: async ({ params, admin }) => {
      const upload = await getOwnUpload(db, params.id, admin.id)
      if (!(await discardUpload(context, upload))) throw uploadNotFound()
      return undefined
    },
  })

  /** Not on every call: a client asks part by part, and each note waits for the disk. */
  async function noteActivity({ id, sessionHash, updatedAtMs }: UploadRecord, { session }: SignedInAdmin) {
    if (sessionHash === session.tokenHash && now() - updatedAtMs < noteEveryMs) return
    await touchUpload(db, id, now(), session.tokenHash)
  }

  async function getPlanned(id: string, adminId: string) {
    const upload = await getOwnUpload(db, id, adminId)
    const file = await store.findFileRow(db, upload.fileId)
    if (!isPlanned(upload) || !file) throw uploadNotFound()
    return { upload, type: file.type }
  }
}

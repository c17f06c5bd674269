import { randomUUIDv7 } from 'node:crypto'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { createFile, createFileUpload, type FileType, publishFile } from '@health-console/contract/files/files.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { ApiError, invalidField } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { beginFirstUpload, beginNextUpload } from './begin-upload.ts'
import { removeLeftovers, removeEnded, removeNow } from './discard-upload.ts'
import { requireSpace } from './limits.ts'
import { ownOrigin } from '../../../http/security/origin.ts'
import { isPlanned } from './parts.ts'
import { presentFile, presentListed, versionSubjects } from '../versions/present.ts'
import { prepareUpload, publishUpload, submitUpload } from './publish-upload.ts'
import { requireOwnStorage } from '../ownership/claim-storage.ts'
import { getFile, getListed } from '../versions/store.ts'
import { createUploadUrls } from './upload-url.ts'
import { giveUpUpload, type UploadRow, wasConfirmed } from './store.ts'
import { presentUpload } from './present.ts'

/** The number of the new version, for the audit entry. The contract removes it from the response. */
const numberOf = (answer: object): number => (answer as { number: number }).number

/** The subject of the audit entry. The contract removes the id from the response. */
const uploadOf = (answer: object): AuditSubject => `upload:${(answer as { uploadId: string }).uploadId}`

/**
 * The routes that begin and publish an upload. The bytes are sent through `content-routes.ts` or directly to the
 * storage.
 */
export function publishRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const needsTwo = config.publishing === 'two'
  const route = router(app, context)
  const urls = createUploadUrls(context)

  route(createFile, {
    permission: 'admin',
    action: 'files.upload',
    why: 'the upload will be published, or submitted for approval, without another confirmation',
    uncompressed: 'a signed URL, next to a file name',
    // The identity is confirmed at the beginning, because an upload may take hours.
    sensitive: true,
    audit: (_call, answer) => ({ subjects: [`file:${answer.file.id}`, uploadOf(answer)] }),
    handler: async ({ body, admin, request, change }) => {
      const { announced, url } = await planUpload(request, body)
      return change(async (transaction) => {
        const upload = await beginFirstUpload(transaction, context, admin, announced)
        return { ...begun(url, upload), file: { id: upload.fileId } }
      })
    },
  })

  route(createFileUpload, {
    permission: 'admin',
    action: 'files.upload',
    why: 'makes a version current, or submits it for approval',
    uncompressed: 'a signed URL, next to a file name',
    sensitive: true,
    audit: ({ params }, answer) => ({ subjects: [`file:${params.id}`, uploadOf(answer)] }),
    handler: async ({ params, body, admin, request, change }) => {
      const { announced, url } = await planUpload(request, body)
      return change(async (transaction) =>
        begun(url, await beginNextUpload(transaction, context, admin, params.id, announced)),
      )
    },
  })

  async function planUpload<Body extends { size?: number | undefined }>(request: FastifyRequest, body: Body) {
    await requireOwnStorage(context)
    await requireSpace(context, body.size ?? 0)
    const announced = { ...body, id: randomUUIDv7() }
    // The file is sent through this server even if the storage is S3: some S3 servers let the sender of one PUT to a
    // signed URL copy any other object of the bucket instead, with a header that the signature does not cover.
    return { announced, url: urls.make(ownOrigin(request, config), `/v1/file-uploads/${announced.id}/content`) }
  }

  function begun(url: string, upload: UploadRow & { type: FileType }) {
    return { url: [url], ...(isPlanned(upload) && { upload: presentUpload(upload) }), uploadId: upload.id }
  }

  route(publishFile, {
    permission: 'admin',
    action: 'files.publish',
    why: 'makes a version current, or submits it for approval: needs no further confirmation in the session that began the upload',
    sensitive: async ({ params, body, admin }) => {
      const wanted = { fileId: params.id, uploadId: body.uploadId, adminId: admin.id, sessionId: admin.session.id }
      return !(await wasConfirmed(db, wanted))
    },
    audit: ({ params }, answer) => ({
      ...(needsTwo && { action: 'files.stage' }),
      subjects: versionSubjects({ id: params.id, version: numberOf(answer) }),
    }),
    handler: async ({ params, body, admin, request, reply, change }) => {
      if (body.id !== params.id) throw invalidField('id', 'The id differs from the one in the URL')
      const { version, filename, uploadId, offerTo } = body
      const wanted = { fileId: params.id, version, filename, uploadId, offerTo, admin }
      const { upload, facts } = await prepareUpload(context, wanted)
      if (facts instanceof ApiError) {
        try {
          return await change(async (transaction) => {
            await giveUpUpload(transaction, upload.id)
            return facts
          })
        } finally {
          await removeNow(request, removeEnded(context, upload.id))
        }
      }
      let endedUploads: string[] = []
      const answer = await change(async (transaction) => {
        const publish = needsTwo ? submitUpload : publishUpload
        const published = await publish(context, transaction, wanted, upload, facts)
        endedUploads = published.endedUploads
        const origin = ownOrigin(request, config)
        const { number } = published
        const presented = needsTwo
          ? presentListed(await getListed(transaction, params.id, number), [], origin)
          : presentFile(await getFile(transaction, params.id), origin)
        return { ...presented, number }
      })
      await removeNow(request, removeLeftovers(context, upload.id))
      for (const id of endedUploads) await removeNow(request, removeEnded(context, id))
      if (needsTwo) reply.code(202)
      return answer
    },
  })
}

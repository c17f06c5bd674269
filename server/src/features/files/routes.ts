import { buffer } from 'node:stream/consumers'
import {
  downloadFileSignature,
  downloadFileVersion,
  listFiles,
  listFileVersions,
  maxPromptTextBytes,
  prepareFileDownload,
  readFileFacts,
  readPromptVersion,
} from '@health-console/contract/files/files.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../http/errors.ts'
import { router } from '../../http/requests/route.ts'
import { requireBelowLimit } from '../staff/throttle/bulk.ts'
import { toObjectKey } from '../../core/storage/object-key.ts'
import { ownOrigin } from '../../http/security/origin.ts'
import { approvalRoutes } from './approval/routes.ts'
import { countEligible } from './approval/approvers.ts'
import { listDecisions } from './versions/decisions-store.ts'
import { countPulls } from './versions/offered-part.ts'
import { presentFile, presentListed, presentVersion, versionSubjects } from './versions/present.ts'
import { listReleases } from './versions/releases.ts'
import { publishRoutes } from './uploads/publish-routes.ts'
import { resumeRoutes } from './uploads/resume-routes.ts'
import { sendVersion } from './versions/send-version.ts'
import { sendSignature } from './signing/send-signature.ts'
import * as store from './versions/store.ts'
import { isServed, requireServed } from './versions/served.ts'
import { tooLongToRead } from './approval/texts-to-open.ts'
import { uploadRoutes } from './uploads/content-routes.ts'

export async function fileRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db, config, storage, now } = context
  const route = router(app, context)
  await uploadRoutes(app, context)

  route(listFiles, {
    permission: 'admin',
    action: 'files.view',
    why: 'lists names and sizes',
    audit: (_call, { data }) => {
      const ids = new Set([...data.files.map(({ id }) => id), ...data.besides.map(({ fileId }) => fileId)])
      return { subjects: [...ids].map((id) => `file:${id}` as const) }
    },
    handler: async ({ request }) => {
      const origin = ownOrigin(request, config)
      const files = await store.listFiles(db)
      const besides = await store.listBesides(db)
      const offers = await store.listOffers(db)
      const decisions = await listDecisions(
        db,
        [...besides, ...offers].map(({ fileId }) => fileId),
      )
      const withPulls = offers.map(async (row) => ({
        ...presentListed(row, decisions, origin),
        downloads: await countPulls(context, row),
      }))
      return {
        data: {
          files: files.map((file) => presentFile(file, origin)),
          besides: besides.map((version) => presentListed(version, decisions, origin)),
          offers: await Promise.all(withPulls),
          releases: await listReleases(db, now(), origin),
          publishing: { needsTwo: config.publishing === 'two', eligible: await countEligible(db) },
          maxFileBytes: config.maxFileBytes,
        },
      }
    },
  })

  publishRoutes(app, context)

  route(listFileVersions, {
    permission: 'admin',
    action: 'files.history',
    why: 'lists names, sizes and hashes',
    audit: ({ params }) => ({ subjects: [`file:${params.id}`] }),
    handler: async ({ params, request }) => {
      const versions = await store.listVersions(db, params.id)
      if (versions.length === 0) throw store.fileNotFound()
      const decisions = await listDecisions(db, [params.id])
      return { data: versions.map((version) => presentVersion(version, decisions, ownOrigin(request, config))) }
    },
  })

  route(readFileFacts, {
    permission: 'admin',
    action: 'files.history',
    why: 'the description of a file, and its chat templates',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    handler: async ({ params }) => {
      const version = await store.getVersion(db, params.id, params.version)
      const facts = await store.getFacts(db, params.id, params.version)
      if (facts.kind !== 'gguf' || isServed(version, 'comparison')) return { data: facts }
      return { data: { ...facts, templates: facts.templates.map(({ name }) => ({ name, text: null })) } }
    },
  })

  route(downloadFileVersion, {
    permission: 'admin',
    action: 'files.download',
    why: 'one file: a download; further ranges of it are not counted',
    page: '/files',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    shows: ({ params, request }) => ({
      kind: 'downloads',
      rows: 1,
      partOf: { name: `${params.id} ${params.version}`, isPart: request.headers.range !== undefined },
    }),
    rawHandler: async ({ params, request }) => {
      const content = await store.getVersion(db, params.id, params.version)
      requireServed(content, 'download')
      return (reply) => sendVersion(context, request, reply, content)
    },
  })

  route(downloadFileSignature, {
    permission: 'admin',
    action: 'files.signature',
    why: 'only a signature',
    page: '/files',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    rawHandler: async ({ params }) => {
      return sendSignature(db, await store.getVersion(db, params.id, params.version))
    },
  })

  route(prepareFileDownload, {
    permission: 'admin',
    action: 'files.download',
    why: 'says whether a download would be rejected, in the same way',
    // The download itself is counted and logged.
    audit: null,
    handler: async ({ admin }) => requireBelowLimit(context, admin, 'downloads'),
  })

  route(readPromptVersion, {
    permission: 'admin',
    action: 'files.read_text',
    why: 'one file: counts as a download',
    audit: ({ params }) => ({ subjects: versionSubjects(params) }),
    shows: () => ({ kind: 'downloads', rows: 1 }),
    handler: async ({ params }) => {
      const version = await store.getVersion(db, params.id, params.version)
      requireServed(version, 'comparison')
      const { type, sizeBytes, objectKey } = version
      if (type !== 'txt') throw notFound('Only a prompt can be read as text.')
      if (sizeBytes > maxPromptTextBytes) throw tooLongToRead()
      const content = await buffer(await storage.openRead(toObjectKey(objectKey)))
      return { data: { text: content.toString('utf8') } }
    },
  })

  approvalRoutes(app, context)
  resumeRoutes(app, context)
}

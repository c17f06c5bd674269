import {
  downloadCurrentModel,
  downloadModel,
  downloadModelManifest,
  envelopeType,
  downloadCurrentModelSignature,
  downloadModelSignature,
  listModels,
  type OfferedModel,
} from '@health-console/contract/files/models.ts'
import type { FileType } from '@health-console/contract/files/files.ts'
import type { FastifyInstance } from 'fastify'
import { createGroupedLog } from '../../../core/audit/grouped-log.ts'
import type { Context } from '../../../core/context.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import { versionSubjects } from '../versions/present.ts'
import { findCurrent, findReleasedOf, listReleased, type ReleasedRow } from '../versions/published-store.ts'
import { rejectionOf } from '../versions/served.ts'
import { sendSignature } from '../signing/send-signature.ts'
import { findDirectUrl, streamVersion } from '../versions/send-version.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { isNamed } from '../../../http/web/etag.ts'
import { ownOrigin } from '../../../http/security/origin.ts'
import { sourceOf } from '../../../http/requests/rejections.ts'
import { router } from '../../../http/requests/route.ts'
import { createManifest } from './manifest.ts'
import { isReady, type OfferedRow, pickOffered, readOffer } from './offer.ts'

export function modelRoutes(app: FastifyInstance, context: Context): void {
  const { audit, config, db } = context
  const route = router(app, context)
  const readManifest = createManifest(context)
  // Devices download from many IP addresses, and in ranges.
  const pulls = createGroupedLog(audit, app.log, (entry) => ({ ...entry, address: null }))
  app.addHook('onClose', () => pulls.flush())

  route(listModels, {
    permission: { machine: 'models:read' },
    action: 'models.list',
    why: 'the token is the proof',
    // Devices poll all the time. Their downloads are logged.
    audit: null,
    rawHandler: async ({ request }) => {
      const { release, rows } = await readOffer(context)
      const origin = ownOrigin(request, config)
      const body = JSON.stringify({ release, models: rows.map((row) => presentModel(row, origin)) })
      const etag = `"${hashToken(body)}"`
      return (reply) => {
        reply.header('etag', etag).header('cache-control', 'private, no-cache')
        if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send()
        return reply.type('application/json; charset=utf-8').send(body)
      }
    },
  })

  route(downloadModelManifest, {
    permission: { machine: 'models:read' },
    action: 'models.list',
    why: 'the token is the proof',
    // Devices poll all the time. Their downloads are logged.
    audit: null,
    rawHandler: async ({ request }) => {
      const { etag, envelope } = await readManifest()
      return (reply) => {
        reply.header('etag', etag).header('cache-control', 'private, no-cache')
        if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send()
        return reply.type(envelopeType).send(envelope)
      }
    },
  })

  route(downloadModel, {
    permission: { machine: 'models:read' },
    action: 'models.pull',
    why: 'the token is the proof',
    // The handler logs it, grouped.
    audit: null,
    rawHandler: async ({ params: { type, version }, query, request }) => {
      const content = getReady(await findReleasedOf(db, type, version))
      const subjects = versionSubjects({ id: content.fileId, version })
      if (request.method === 'GET')
        await pulls.add({ ...sourceOf(request), action: 'models.pull', subjects, outcome: 'ok' })
      const isLed = query.redirect === '1' && request.method === 'GET' && request.headers['if-match'] === undefined
      const url = isLed ? await findDirectUrl(context, content) : undefined
      if (url !== undefined) return (reply) => reply.redirect(url, 307)
      return (reply) => {
        reply
          .header('cache-control', 'private, max-age=31536000, immutable')
          .header('model-version', version)
          .header('model-size', content.sizeBytes)
        return streamVersion(context, request, reply, content)
      }
    },
  })

  route(downloadModelSignature, {
    permission: { machine: 'models:read' },
    action: 'models.pull',
    why: 'the token is the proof',
    // The version that it signs is logged.
    audit: null,
    rawHandler: async ({ params: { type, version } }) => {
      const { fileId, filename } = getReady(await findReleasedOf(db, type, version))
      return sendSignature(db, { fileId, number: version, filename })
    },
  })

  route(downloadCurrentModel, {
    permission: { machine: 'models:read' },
    action: 'models.pull',
    why: 'the token is the proof',
    // The version that it redirects to is logged.
    audit: null,
    rawHandler: async ({ params: { type }, query }) => {
      const { number } = await getCurrent(type)
      const path = `/machine/v1/models/${type}/versions/${number}${query.redirect ? '?redirect=1' : ''}`
      // The location has no host, so that it cannot lead to another one.
      return (reply) => reply.redirect(path, 307)
    },
  })

  route(downloadCurrentModelSignature, {
    permission: { machine: 'models:read' },
    action: 'models.pull',
    why: 'the token is the proof',
    // The version that it redirects to is logged.
    audit: null,
    rawHandler: async ({ params: { type } }) => {
      const { number } = await getCurrent(type)
      return (reply) => reply.redirect(`/machine/v1/models/${type}/versions/${number}/signature`, 307)
    },
  })

  async function getCurrent(type: FileType): Promise<OfferedRow> {
    const offered = pickOffered(await listReleased(db)).find((row) => row.type === type)
    return offered ?? getReady(await findCurrent(db, type))
  }
}

/** @throws ApiError `not_found`, `conflict` until its hash is known, or `gone` with the reason why it was withdrawn */
function getReady(row: ReleasedRow | undefined): OfferedRow {
  if (row && isReady(row)) return row
  if (!row) throw notFound('This published version doesn’t exist.')
  if (row.state === 'withdrawn') throw rejectionOf(row)
  throw conflict(`Version ${row.number}’s checksum is still being calculated. Try again in a few minutes.`)
}

function presentModel(
  { type, number, filename, sizeBytes, sha256, signedBy }: OfferedRow,
  origin: string,
): OfferedModel {
  const url = `${origin}/machine/v1/models/${type}/versions/${number}`
  return {
    type,
    version: number,
    filename,
    size: sizeBytes,
    sha256,
    url,
    signatureUrl: signedBy === null ? null : `${url}/signature`,
  }
}

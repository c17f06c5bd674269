import { partCount } from '@health-console/contract/files/parts.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { ApiError, conflict, forbidden, invalidField } from '../../../http/errors.ts'
import { findAdmins } from '../../staff/admins/store.ts'
import { keepSession } from '../../staff/sessions/store.ts'
import {
  ObjectExistsError,
  ObjectTooLargeError,
  UploadBusyError,
  UploadMismatchError,
  UploadNotFoundError,
} from '../../../core/storage/errors.ts'
import { getPartPlace } from '../../../core/storage/part-plan.ts'
import { requireOwnStorage } from '../ownership/claim-storage.ts'
import { removeUnpublished } from './discard-upload.ts'
import { requireSpace, tooLarge } from './limits.ts'
import { findPart, storePart } from './parts.ts'
import {
  claimWhole,
  findUpload,
  markArrived,
  multipartUploadOf,
  releaseWhole,
  touchUpload,
  type UploadRow,
  uploadNotFound,
  wholeUploadIdOf,
} from './store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

const pollEveryMs = 1_000
const touchEveryMs = 20_000

/**
 * Receives streams sent to signed URLs. Only this process knows which parts are arriving. That is enough: only one
 * server uses a local disk, and the parts of an S3 server are not sent through this one.
 */
export function createReceiver(context: Context) {
  const { db, config, storage, now } = context
  const arriving = new Set<string>()

  async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (arriving.has(name)) throw conflict('This part is already being uploaded. Wait until it has arrived.')
    arriving.add(name)
    try {
      return await work()
    } finally {
      arriving.delete(name)
    }
  }

  async function getOpenUpload(id: string): Promise<UploadRow> {
    const upload = await findUpload(db, id)
    if (!upload) throw uploadNotFound()
    const [admin] = await findAdmins(db, [upload.adminId])
    if (!admin || admin.role === 'user') throw forbidden('The access of the admin who started this upload was revoked.')
    if (upload.state === 'arrived') throw alreadyArrived()
    return upload
  }

  /** Why a request with the whole file has lost its upload. */
  async function findLoss(id: string): Promise<ApiError> {
    const upload = await findUpload(db, id)
    if (!upload) return uploadNotFound()
    return multipartUploadOf(upload)
      ? sentInParts()
      : conflict('Another request has started to send this file. Wait for that one.')
  }

  return {
    /**
     * Of several requests with the whole file the latest wins, because a sender that lost its connection tries again
     * before the server notices, perhaps at another replica.
     */
    async receiveWhole(request: FastifyRequest, id: string): Promise<void> {
      const upload = await getOpenUpload(id)
      if (multipartUploadOf(upload)) throw sentInParts()
      const announced = announcedBytes(request)
      if (upload.sizeBytes !== null && announced !== null && announced !== upload.sizeBytes) throw wrongLength()
      const sizeBytes = upload.sizeBytes ?? announced
      await requireOwnStorage(context)
      await requireSpace(context, sizeBytes ?? 0)
      const expected = { sizeBytes, maxBytes: sizeBytes ?? config.maxFileBytes }
      let uploadId = ''
      const claim = async (begun: string) => {
        if (!(await claimWhole(db, upload, begun))) throw await findLoss(id)
        uploadId = begun
        const earlier = wholeUploadIdOf(upload)
        if (earlier !== undefined) await storage.abortUpload({ key: objectKeyOf(upload), uploadId: earlier })
      }
      try {
        const { sha256, ...stored } = await whileArriving(context, request, upload, () =>
          storage.putObject(objectKeyOf(upload), request.raw, expected, claim),
        )
        if (await markArrived(db, id, { ...stored, whole: { uploadId, sha256 }, nowMs: now() })) return
        if (!(await findUpload(db, id))) await removeUnpublished(context, id)
        throw await findLoss(id)
      } catch (error) {
        await releaseWhole(db, id, uploadId)
        if (error instanceof ObjectTooLargeError) throw sizeBytes === null ? tooLarge(config) : wrongLength()
        throw error instanceof UploadNotFoundError ? await findLoss(id) : toUploadError(error)
      }
    },

    receivePart: (request: FastifyRequest, id: string, partNumber: number) =>
      alone(`${id}/${partNumber}`, async () => {
        const upload = await getOpenUpload(id)
        const stored = multipartUploadOf(upload)
        if (storage.kind !== 'local' || !stored || partNumber > partCount(stored)) throw uploadNotFound()
        const known = await findPart(db, id, partNumber)
        if (known && known.etag !== null) throw alreadyArrived()
        const place = getPartPlace(stored, partNumber)
        const announced = announcedBytes(request)
        if (announced !== null && announced !== place.sizeBytes) throw wrongLength()
        await requireOwnStorage(context)
        await requireSpace(context, place.sizeBytes)
        const part = await whileArriving(context, request, upload, () =>
          storage.writePart(stored, partNumber, request.raw).catch((error: unknown) => {
            throw toUploadError(error)
          }),
        )
        if (known && known.sha256 !== null && known.sha256 !== part.sha256) {
          throw invalidField('sha256', `Part ${partNumber} doesn’t match its announced hash.`)
        }
        if (!(await storePart(db, id, part, now()))) throw uploadNotFound()
      }),
  }
}

/** Keeps the upload and the session that began it alive while bytes keep arriving. */
async function whileArriving<T>(
  { db, config, now }: Context,
  request: FastifyRequest,
  upload: UploadRow,
  work: () => Promise<T>,
): Promise<T> {
  async function keep(): Promise<void> {
    await touchUpload(db, upload.id, now())
    // The upload is read again, because the session's token may have been renewed.
    const current = await findUpload(db, upload.id)
    if (current) await keepSession(db, current.sessionHash, { idleMs: config.sessionIdleMs, nowMs: now() })
  }

  let seenBytes = -1
  let touchedAtMs = now()
  const timer = setInterval(() => {
    const { bytesRead } = request.raw.socket
    const isMoving = bytesRead !== seenBytes
    seenBytes = bytesRead
    if (!isMoving || now() - touchedAtMs < touchEveryMs) return
    touchedAtMs = now()
    void keep().catch((error: unknown) =>
      request.log.warn({ err: error }, 'the session of an upload could not be kept alive'),
    )
  }, pollEveryMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const sentInParts = () => conflict('This upload is being sent in parts. Send its missing parts, or cancel it.')
const alreadyArrived = () => conflict('This URL has already been used. Publish the upload, or begin another one.')
const wrongLength = () => new ApiError('invalid', 'The content doesn’t have the announced length.')

/** Null for a chunked body. */
function announcedBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

function toUploadError(error: unknown): unknown {
  if (error instanceof UploadMismatchError) return wrongLength()
  if (error instanceof UploadBusyError) return conflict(error.message)
  if (error instanceof UploadNotFoundError) return uploadNotFound()
  if (error instanceof ObjectExistsError) return alreadyArrived()
  return error
}

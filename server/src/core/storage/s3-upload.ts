import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { drainInPieces } from './drain-in-pieces.ts'
import { ObjectExistsError, ObjectTooLargeError, UploadMismatchError, UploadNotFoundError } from './errors.ts'
import { asStorage, hasCode, isMissing, patiently, toStorageError } from './s3-client.ts'
import type { ExpectedSize, ObjectKey } from './storage.ts'

// Two parts being sent and one being filled need 48 MiB. 10,000 parts of this size, the most that a bucket accepts, are
// 160 GB.
const pieceBytes = 16 * 1024 * 1024
const piecesInFlight = 2

export const contentType = 'application/octet-stream'

export type S3Object = { Bucket: string; Key: ObjectKey }

type Expected = ExpectedSize & {
  /** Called with the id of the upload before the first byte is read. */
  onBegun: ((uploadId: string) => Promise<void>) | undefined
  /** Called last, before the object becomes visible. */
  requireFree: () => Promise<void>
}

/** Sends a stream to the bucket in parts. @returns also the ETag of the object; empty if the bucket does not report it */
export async function uploadStream(
  client: S3Client,
  object: S3Object,
  body: Readable,
  { onBegun, requireFree, ...expected }: Expected,
): Promise<{ sizeBytes: number; sha256: string; etag: string }> {
  const upload = { ...object, UploadId: await createUpload(client, object) }
  const parts: CompletedPart[] = []
  const sendPart = async (piece: Buffer, offset: number) => {
    const part = { PartNumber: offset / pieceBytes + 1 }
    const sending = client.send(new UploadPartCommand({ ...upload, ...part, Body: piece }), patiently)
    const { ETag } = await asStorage(sending, aborted)
    parts[part.PartNumber - 1] = { ...part, ...(ETag !== undefined && { ETag }) }
  }
  try {
    await onBegun?.(upload.UploadId)
    const pieces = { pieceBytes, piecesInFlight, maxBytes: expected.maxBytes }
    const sent = await drainInPieces(body, pieces, () => new ObjectTooLargeError(), sendPart)
    if (expected.sizeBytes !== null && sent.sizeBytes !== expected.sizeBytes) {
      throw new UploadMismatchError('The file that arrived has the wrong length.')
    }
    await requireFree()
    const whole = { ...upload, MultipartUpload: { Parts: parts } }
    const { ETag = '' } = await ifFree((condition) =>
      sent.sizeBytes === 0
        ? putEmpty(client, { ...upload, ...condition })
        : client.send(new CompleteMultipartUploadCommand({ ...whole, ...condition }), patiently),
    ).catch((error: unknown) => {
      throw isMissing(error) ? aborted() : toStorageError(error)
    })
    return { ...sent, etag: ETag }
  } catch (error) {
    // The first error is reported. If the upload cannot be aborted now, the sweep does it.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

export async function createUpload(client: S3Client, object: S3Object): Promise<string> {
  const command = new CreateMultipartUploadCommand({ ...object, ContentType: contentType })
  const { UploadId } = await asStorage(client.send(command))
  if (UploadId === undefined) throw new Error('The bucket opened an upload without an id')
  return UploadId
}

type Condition = { IfNoneMatch?: '*' }

/**
 * Creates an object under the condition that there is none, which S3 servers check together with the creation. A server
 * that rejects such a condition is asked without it.
 */
export async function ifFree<Answer>(create: (condition: Condition) => Promise<Answer>): Promise<Answer> {
  try {
    return await create({ IfNoneMatch: '*' })
  } catch (error) {
    if (hasCode(error, 'PreconditionFailed', 'ConditionalRequestConflict')) throw new ObjectExistsError()
    if (!hasCode(error, 'NotImplemented')) throw error
    return create({})
  }
}

const aborted = () => new UploadNotFoundError()

/** An upload in parts must have at least one byte. */
async function putEmpty(client: S3Client, { UploadId, ...object }: S3Object & Condition & { UploadId: string }) {
  const { Bucket, Key } = object
  await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  return client.send(new PutObjectCommand({ ...object, Body: Buffer.alloc(0), ContentType: contentType }))
}

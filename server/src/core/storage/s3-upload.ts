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
import { ObjectTooLargeError, UploadMismatchError } from './errors.ts'
import { asStorage, patiently } from './s3-client.ts'
import type { ExpectedSize, ObjectKey } from './storage.ts'

// Two parts being sent and one being filled need 48 MiB. 10,000 parts of this size, the most that a bucket accepts, are
// 160 GB.
const pieceBytes = 16 * 1024 * 1024
const piecesInFlight = 2

export const contentType = 'application/octet-stream'

export type S3Object = { Bucket: string; Key: ObjectKey }

/** Sends a stream to the bucket in parts. `requireFree` is called last, before the object becomes visible. */
export async function uploadStream(
  client: S3Client,
  object: S3Object,
  body: Readable,
  expected: ExpectedSize,
  requireFree: () => Promise<void>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const upload = { ...object, UploadId: await createUpload(client, object) }
  const parts: CompletedPart[] = []
  const sendPart = async (piece: Buffer, offset: number) => {
    const part = { PartNumber: offset / pieceBytes + 1 }
    const { ETag } = await asStorage(client.send(new UploadPartCommand({ ...upload, ...part, Body: piece }), patiently))
    parts[part.PartNumber - 1] = { ...part, ...(ETag !== undefined && { ETag }) }
  }
  try {
    const pieces = { pieceBytes, piecesInFlight, maxBytes: expected.maxBytes }
    const sent = await drainInPieces(body, pieces, () => new ObjectTooLargeError(), sendPart)
    if (expected.sizeBytes !== null && sent.sizeBytes !== expected.sizeBytes) {
      throw new UploadMismatchError('The file that arrived has a wrong length.')
    }
    await requireFree()
    const completion = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })
    if (sent.sizeBytes === 0) await putEmpty(client, upload)
    else await asStorage(client.send(completion, patiently))
    return sent
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

/** An upload in parts must have at least one byte. */
async function putEmpty(client: S3Client, { UploadId, ...object }: S3Object & { UploadId: string }): Promise<void> {
  await asStorage(client.send(new AbortMultipartUploadCommand({ ...object, UploadId })))
  const command = new PutObjectCommand({ ...object, Body: Buffer.alloc(0), ContentType: contentType })
  await asStorage(client.send(command))
}

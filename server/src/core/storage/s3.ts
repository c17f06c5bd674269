import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Settings } from '../settings/storage.ts'
import { attachment } from './attachment.ts'
import { keepErrorForReader } from './drain-in-pieces.ts'
import {
  ObjectExistsError,
  ObjectNotFoundError,
  StorageUnavailableError,
  UploadBusyError,
  UploadMismatchError,
  UploadNotFoundError,
} from './errors.ts'
import { toObjectKey } from './object-key.ts'
import { getPartPlace, requireComplete } from './part-plan.ts'
import { accessProbeKey, createAccessProbe } from './s3-access-probe.ts'
import {
  asStorage,
  createS3Client,
  hasCode,
  isMissing,
  patiently,
  toStorageError,
  watchFreeSpace,
} from './s3-client.ts'
import { requestAsBrowser } from './s3-browser.ts'
import { listObjects, listParts, listUploads } from './s3-lists.ts'
import { contentType, createUpload, ifFree, uploadStream } from './s3-upload.ts'
import type {
  ByteRange,
  ExpectedSize,
  ObjectHead,
  ObjectKey,
  S3Storage,
  StoredPart,
  MultipartUpload,
} from './storage.ts'

const checkTimeoutMs = 5_000
const probeSeconds = 60

/**
 * Stores objects in a bucket that only this console uses.
 * @param now the time for signed URLs, which the bucket compares with its own, and between attempts to use the bucket
 */
export async function openS3Storage(settings: S3Settings, now: () => number = Date.now): Promise<S3Storage> {
  const client = createS3Client(settings)
  const hasFreeSpace = watchFreeSpace(client, accessProbeKey)
  const tryAccess = createAccessProbe(client, settings.bucket, now)
  const objectOf = (key: ObjectKey) => ({ Bucket: settings.bucket, Key: key })
  const uploadOf = ({ key, uploadId }: Pick<MultipartUpload, 'key' | 'uploadId'>) => ({
    ...objectOf(key),
    UploadId: uploadId,
  })

  async function headOf(key: ObjectKey): Promise<ObjectHead | null> {
    try {
      const head = await client.send(new HeadObjectCommand(objectOf(key)))
      return {
        sizeBytes: head.ContentLength ?? 0,
        etag: head.ETag ?? '',
        modifiedAtMs: head.LastModified?.getTime() ?? 0,
      }
    } catch (error) {
      if (isMissing(error)) return null
      throw toStorageError(error)
    }
  }

  const partsOf = (upload: MultipartUpload): Promise<StoredPart[]> =>
    listParts(client, uploadOf(upload)).catch((error: unknown) => {
      throw toUploadError(error)
    })

  async function getHead(key: ObjectKey): Promise<ObjectHead> {
    const head = await headOf(key)
    if (head === null) throw notFound()
    return head
  }

  async function requireFree(key: ObjectKey): Promise<void> {
    if (await headOf(key)) throw new ObjectExistsError()
  }

  const expiringIn = (expiresIn: number) => ({ expiresIn, signingDate: new Date(now()) })
  /**
   * This URL is never handed out: some S3 servers let its holder copy any other object, with a header that the
   * signature does not cover.
   */
  const presignProbe = () => {
    const probe = { ...objectOf(toObjectKey('browser-access')), ContentLength: 0 }
    return getSignedUrl(client, new PutObjectCommand(probe), expiringIn(probeSeconds))
  }

  return {
    kind: 's3',
    browserOrigin: new URL(await presignProbe()).origin,

    async beginUpload({ key, sizeBytes, partSizeBytes }) {
      await requireFree(key)
      const uploadId = await createUpload(client, objectOf(key))
      return { key, uploadId, sizeBytes, partSizeBytes }
    },

    async presignPart(upload, partNumber, expiresInSeconds) {
      const { sizeBytes } = getPartPlace(upload, partNumber)
      const part = { ...uploadOf(upload), PartNumber: partNumber, ContentLength: sizeBytes }
      return getSignedUrl(client, new UploadPartCommand(part), expiringIn(expiresInSeconds))
    },

    listParts: partsOf,

    async completeUpload(upload, parts) {
      requireComplete(upload, parts)
      await requireFree(upload.key)
      const stored = new Map((await partsOf(upload)).map((part) => [part.partNumber, part.etag]))
      if (parts.some((part) => stored.get(part.partNumber) !== part.etag)) {
        throw new UploadBusyError('A part of the upload was sent again in the meantime. Try again in a moment.')
      }
      const completed = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }))
      try {
        const whole = { ...uploadOf(upload), MultipartUpload: { Parts: completed } }
        await ifFree((condition) =>
          client.send(new CompleteMultipartUploadCommand({ ...whole, ...condition }), patiently),
        )
      } catch (error) {
        // The response to the first attempt may have been lost; the client's retry then finds that the upload no longer
        // exists.
        const head = await headOf(upload.key)
        if (head === null) throw toUploadError(error)
      }
      return getHead(upload.key)
    },

    async abortUpload(upload) {
      try {
        await client.send(new AbortMultipartUploadCommand(uploadOf(upload)))
      } catch (error) {
        if (!isMissing(error)) throw toStorageError(error)
      }
    },

    listUploads: (prefix = '') => eachAsStorage(listUploads(client, settings.bucket, prefix)),

    async putObject(key, body: Readable, expected: ExpectedSize, onBegun) {
      keepErrorForReader(body)
      await requireFree(key)
      const { etag, ...sent } = await uploadStream(client, objectOf(key), body, {
        ...expected,
        onBegun,
        requireFree: () => requireFree(key),
      })
      // A bucket that ignores the condition may have stored another object at the same moment.
      if (etag !== '' && unquoted((await getHead(key)).etag) !== unquoted(etag)) throw new ObjectExistsError()
      return sent
    },

    head: headOf,

    async openRead(key: ObjectKey, range?: ByteRange) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ ...objectOf(key), ...(Range && { Range }) })
      const { Body } = await asStorage(client.send(command), notFound)
      if (Body instanceof Readable) return Body
      throw new Error('The bucket answered without a stream')
    },

    async remove(key) {
      await asStorage(client.send(new DeleteObjectCommand(objectOf(key))))
    },

    async *listObjects() {
      for await (const object of eachAsStorage(listObjects(client, settings.bucket)))
        if (object.key !== accessProbeKey) yield object
    },

    presignGet: (key, fileName, expiresInSeconds) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...objectOf(key),
          ResponseContentDisposition: attachment(fileName),
          ResponseContentType: contentType,
          ResponseCacheControl: 'no-store',
        }),
        expiringIn(expiresInSeconds),
      ),

    freeBytes: async () => null,

    hasFreeSpace: async () => hasFreeSpace(),

    async check() {
      const abortSignal = AbortSignal.timeout(checkTimeoutMs)
      try {
        // The response to HEAD would not contain what is wrong.
        const list = new ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 })
        const { Name } = await client.send(list, { abortSignal })
        if (Name !== settings.bucket) throw new Error('The response is not a bucket listing.')
      } catch (error) {
        const known = toStorageError(error)
        throw known instanceof StorageUnavailableError ? known : new StorageUnavailableError(error)
      }
      await tryAccess()
    },

    findBrowserError: async (origin) => requestAsBrowser(await presignProbe(), origin),
  }
}

const notFound = () => new ObjectNotFoundError()

/** S3 servers write an ETag with quotation marks in headers, and some without them in a body. */
const unquoted = (etag: string) => etag.replaceAll('"', '')

function toUploadError(error: unknown): unknown {
  if (isMissing(error)) return new UploadNotFoundError()
  if (hasCode(error, 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall')) {
    return new UploadMismatchError('The parts of the upload aren’t what was announced. Upload the file again.', {
      cause: error,
    })
  }
  return toStorageError(error)
}

async function* eachAsStorage<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list
  } catch (error) {
    throw toStorageError(error)
  }
}

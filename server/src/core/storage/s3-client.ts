import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import * as z from 'zod/mini'
import type { S3Settings } from '../settings/storage.ts'
import { StorageFullError, StorageUnavailableError } from './errors.ts'
import type { ObjectKey } from './storage.ts'

/** The commands that create an object. Parts and completions use the encryption of their upload. */
const makingCommands = ['PutObjectCommand', 'CreateMultipartUploadCommand']

/** The commands that need space in the bucket. */
const writingCommands = ['PutObjectCommand', 'UploadPartCommand']

export const s3Limits = {
  attempts: 3,
  connectMs: 5_000,
  /** From the beginning of an attempt to the beginning of its response. Staff wait for all attempts together. */
  answerMs: 10_000,
  /** The limit without a byte in either direction. */
  idleMs: 60_000,
}

/** For commands that send a lot, or for which the bucket has to do a lot: only `idleMs` ends them. */
export const patiently = { requestTimeout: 0 }

export function createS3Client(
  { endpoint, region, credentials, encryption }: S3Settings,
  { attempts, connectMs, answerMs, idleMs } = s3Limits,
): S3Client {
  const ownServer = endpoint === undefined ? {} : { endpoint, forcePathStyle: true, region: region ?? 'us-east-1' }
  const client = new S3Client({
    ...ownServer,
    ...(region !== undefined && { region }),
    ...(credentials && { credentials }),
    maxAttempts: attempts,
    // By default presigned URLs contain a checksum, so that browsers cannot use them, and servers other than AWS reject
    // some forms of it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
    },
  })
  if (encryption) encryptObjects(client, encryption)
  limitAnswers(client)
  return client
}

/** A list of 1,000 keys, the longest response besides an object, has less than 2 MiB. */
const maxAnswerBytes = 16 * 2 ** 20

/** The client reads every response besides an object into memory, so an endless one must not fill it. */
function limitAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        const { data } = Streamed.safeParse(result.response)
        if (data && (commandName !== 'GetObjectCommand' || data.statusCode >= 300))
          Object.assign(result.response as object, { body: limited(data.body) })
        return result
      },
    { step: 'deserialize', name: 'limitAnswers', priority: 'low' },
  )
}

const Streamed = z.object({ statusCode: z.number(), body: z.instanceof(Readable) })

function limited(body: Readable): Readable {
  let sizeBytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxAnswerBytes) done(new Error('The response of the file storage is too large.'))
      else done(null, chunk)
    },
  })
  // The client reports the error, but it may have stopped to listen by then.
  limit.on('error', () => undefined)
  pipeline(body, limit).catch(() => undefined)
  return limit
}

/** This is in one place instead of at each command, so that no command is forgotten. */
function encryptObjects(client: S3Client, encryption: NonNullable<S3Settings['encryption']>): void {
  const parameters = {
    ServerSideEncryption: encryption.algorithm,
    ...('keyId' in encryption && { SSEKMSKeyId: encryption.keyId }),
  }
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        next(makingCommands.includes(commandName ?? '') ? { ...args, input: { ...args.input, ...parameters } } : args),
    { step: 'initialize', name: 'encryptObjects' },
  )
}

/** How long a bucket that rejected a write for lack of space counts as full, unless it accepts one before. */
const fullForMs = 10 * 60_000

/**
 * @param smallKey an object for which there may be space if there is none for others
 * @returns whether there was free space for the last write, because a bucket does not report how much is left
 */
export function watchFreeSpace(client: S3Client, smallKey: ObjectKey): () => boolean {
  let fullUntilMs = 0
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          const answer = await next(args)
          const isSmall = 'Key' in args.input && args.input.Key === smallKey
          if (writingCommands.includes(commandName ?? '') && !isSmall) fullUntilMs = 0
          return answer
        } catch (error) {
          if (isFull(error)) fullUntilMs = performance.now() + fullForMs
          throw error
        }
      },
    { step: 'initialize', name: 'watchFreeSpace' },
  )
  return () => fullUntilMs <= performance.now()
}

const fullCodes = ['QuotaExceeded', 'InsufficientStorage', 'StorageFull', 'XMinioStorageFull']

/** S3 servers use different error names: for Ceph a missing upload is a missing key. */
export const isMissing = (error: unknown): boolean => hasStatus(error, 404) && !hasCode(error, 'NoSuchBucket')

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes(error.name)

export const isFull = (error: unknown): boolean => hasCode(error, ...fullCodes) || hasStatus(error, 507)

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status

/**
 * Translates errors of the bucket itself; the caller handles errors about its request first. Everything else that the
 * client throws is about reaching the bucket: names, sockets, credentials.
 */
export function toStorageError(error: unknown): unknown {
  if (isFull(error)) return new StorageFullError(error)
  const reason = describeCause(error)
  return reason === undefined ? error : new StorageUnavailableError(error, reason)
}

const Answered = z.object({
  $response: z.object({ statusCode: z.number(), headers: z.record(z.string(), z.string()) }),
})

/** Why the bucket cannot be used, for system administrators; undefined if it only did not do what was requested. */
function describeCause(error: unknown): string | undefined {
  const { data } = Answered.safeParse(error)
  if (/html/i.test(data?.$response.headers['content-type'] ?? ''))
    return `An HTML page was received instead of a response of the file storage, with status ${data?.$response.statusCode}. Check S3_ENDPOINT and the proxies in front of it.`
  if (hasCode(error, 'TimeoutError')) return 'The file storage doesn’t respond in time.'
  if (!(error instanceof S3ServiceException)) return 'The file storage can’t be reached.'
  const status = error.$metadata.httpStatusCode ?? 503
  if (hasCode(error, 'NoSuchBucket')) return 'The bucket does not exist.'
  if (status === 401 || status === 403)
    return `The file storage rejects the key of this console, or its action in the bucket (${status} ${error.name}).`
  return status >= 500 ? `The file storage responds with ${status} ${error.name}.` : undefined
}

/** @param onMissing the error for a missing object */
export async function asStorage<T>(work: Promise<T>, onMissing?: () => Error): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw onMissing && isMissing(error) ? onMissing() : toStorageError(error)
  }
}

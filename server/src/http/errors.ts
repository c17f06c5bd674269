import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { fileHeaders } from '@health-console/contract/http/endpoint.ts'
import {
  type BulkKind,
  type ErrorBody,
  type ErrorCode,
  type ErrorField,
  errorStatus,
  type ReplacedBy,
  type SecondStepWays,
} from '@health-console/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KeyReplacedError } from '../core/crypto/keys.ts'
import type { Context } from '../core/context.ts'
import type { Engine } from '../core/database/engine.ts'
import { DatabaseLockedError } from '../core/database/locked-error.ts'
import { isNoSpace } from '../core/disk/no-space.ts'
import { BusyError } from '../core/queue.ts'
import { explainFullDisk } from '../core/storage/explain-full-disk.ts'
import { ObjectNotFoundError, StorageFullError, StorageUnavailableError } from '../core/storage/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was rejected. */
    rejection?: ApiError
  }
}

type ListedErrors = Pick<ErrorBody['error'], 'errors' | 'errorCount'>
type ErrorDetails = {
  fields?: ErrorField[] | undefined
  listedErrors?: ListedErrors
  secondFactor?: SecondStepWays
  retryAfterSeconds?: number
  /** With `confirm_identity`: the kind of data of which too much was shown within an hour. */
  limit?: BulkKind
  /** For a batch of lines. */
  lines?: Pick<ErrorBody['error'], 'rejected' | 'lineErrors'>
  /** The `WWW-Authenticate` header for a service account: https://www.rfc-editor.org/rfc/rfc6750#section-3 */
  challenge?: { error?: string; description?: string; scope?: string }
  /** Logged although its code on its own does not require that, for example for a wrong secret. */
  isRejection?: boolean
  /** For an import that another upload has discarded. */
  replacedBy?: ReplacedBy
  /** The reason that the audit log gives for the rejection. */
  subject?: AuditSubject | undefined
}

/** Messages may contain what the caller sent, which is of any length. */
const longestMessage = 500

/** An error for the caller, whose message is shown to users unchanged unless it is very long. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** Already logged, in the transaction of its change. */
  isLogged = false
  /** The page that single sign-on should have led to, so that the user can try again. */
  next: string | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message)
    this.code = code
    this.details = details
  }
}

export const invalid = (fields: ErrorField[]) => new ApiError('invalid', fields.map(toSentence).join('; '), { fields })
/** `userIds must be a list`, `id is required`; a message that is a sentence follows the name of its field. */
function toSentence({ path, message }: ErrorField): string {
  if (path === '') return message
  const key = keyOf(path)
  if (message === 'Required') return `${key} is required`
  return message.startsWith('Must ') ? `${key} m${message.slice(1)}` : `${key}: ${message}`
}

/** The message contains only the last name of the field; its path is in `fields`: `email` of `users.0.email`. */
const keyOf = (path: string) => path.split('.').findLast((key) => !/^\d+$/.test(key)) ?? path
export const invalidField = (path: string, message: string) =>
  new ApiError('invalid', message, { fields: [{ path, message }] })
export const unauthenticated = () => new ApiError('unauthenticated', 'Your session has ended. Sign in again.')
/** For a caller without the cookie, such as a client with a token of a service account. */
export const noSession = (hasToken: boolean) =>
  new ApiError(
    'unauthenticated',
    hasToken
      ? 'Tokens of service accounts work only under /machine/v1. Here a session cookie is required.'
      : 'The request has no session cookie. Sign in first.',
  )
export const forbidden = (message: string) => new ApiError('forbidden', message)
export const notFound = (message: string) => new ApiError('not_found', message)
/** A wrong password or code, in a field of the request. */
export const wrongSecret = (path: string, message: string, subject?: AuditSubject) =>
  new ApiError('invalid', message, { fields: [{ path, message }], isRejection: true, subject })
/**
 * For a subject that belongs to another caller: the caller is told that it does not exist, and the attempt is logged.
 */
export const notYours = (message: string, subject: AuditSubject) =>
  new ApiError('not_found', message, { isRejection: true, subject })
export const noSuchUrl = () => notFound('Nothing found at this URL.')
export const unreadableUrl = () => new ApiError('invalid', 'The URL cannot be read.')
export const conflict = (message: string, fields?: ErrorField[]) => new ApiError('conflict', message, { fields })
export const unavailable = (message: string, retryAfterSeconds: number) =>
  new ApiError('unavailable', message, { retryAfterSeconds })
export const noDiskSpace = () => new ApiError('storage_full', 'The server is out of disk space. Nothing was changed.')
/** @param sentence the reason, to which the waiting time is added */
export function rateLimited(sentence: string, waitMs: number): ApiError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  return new ApiError('rate_limited', `${sentence} Try again in ${inWords(retryAfterSeconds)}.`, { retryAfterSeconds })
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

/** The only exit for errors: known ones are sent, unknown ones are logged in full and sent as `internal`. */
export function registerErrorHandler(
  app: FastifyInstance,
  { config, engine }: Pick<Context, 'config' | 'engine'>,
  writeRejection: (request: FastifyRequest, error: ApiError) => Promise<void>,
): void {
  app.decorateRequest('rejection')
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = isCutOff(error, request) ? cutOff() : toApiError(error, engine)
    request.rejection = known
    if (known.code === 'internal') request.log.error({ err: error }, 'unexpected error')
    else if (known.code === 'storage_full' && known !== error)
      request.log.error({ err: error }, explainFullDisk(error, config))
    else if (error instanceof ObjectNotFoundError)
      request.log.error({ err: error }, 'an object is missing in the file storage')
    else if (known.code === 'unavailable' && known !== error)
      request.log.warn({ err: error }, 'something that the request needs cannot be reached')
    else request.log.info({ code: known.code }, 'request rejected')
    await writeRejection(request, known)
    const page = request.headers['sec-fetch-mode'] === 'navigate' ? pageInstead(request, known) : undefined
    if (page !== undefined) return reply.header('cache-control', 'no-store').redirect(page, 303)
    return sendError(request, reply, known)
  })
}

/** For a link to a download that was rejected until an admin signs in or confirms the identity: a page, not JSON. */
function pageInstead({ routeOptions }: FastifyRequest, { code }: ApiError): string | undefined {
  const { page, permission } = routeOptions.config
  if (typeof permission === 'object') return undefined
  if (code === 'unauthenticated') return page === undefined ? '/login' : `/login?next=${page}`
  return code === 'confirm_identity' ? page : undefined
}

/** A route may have set these before its content turned out to be missing. */
const headersOfContent = [...fileHeaders, 'model-size', 'model-version']

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const { retryAfterSeconds, challenge } = error.details
  for (const name of headersOfContent) reply.removeHeader(name)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (challenge) reply.header('www-authenticate', bearerChallenge(challenge))
  return reply
    .code(errorStatus[error.code])
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorBody(error, request.id))
}

function bearerChallenge({ error, description, scope }: NonNullable<ErrorDetails['challenge']>): string {
  const facts = Object.entries({ error, error_description: description, scope })
  const parameters = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
  return parameters.length > 0 ? `Bearer ${parameters.join(', ')}` : 'Bearer'
}

export function errorBody({ code, message, details, next }: ApiError, requestId: string): ErrorBody {
  const { fields, listedErrors, secondFactor, limit, lines, replacedBy } = details
  return {
    error: {
      code,
      message,
      ...(fields && { fields }),
      ...listedErrors,
      ...(secondFactor && { secondFactor }),
      ...(limit && { limit }),
      ...lines,
      ...(next !== undefined && { next }),
      ...(replacedBy && { replacedBy }),
      requestId,
    },
  }
}

/**
 * The caller's connection ended within the body. Its error has the same code as one of a connection to the database.
 */
const isCutOff = (error: FastifyError, { raw }: FastifyRequest): boolean =>
  !raw.complete && (error === raw.errored || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

const cutOff = () => new ApiError('invalid', 'The connection was lost before the upload finished.')

const isCallersError = ({ statusCode = 500 }: FastifyError) => statusCode >= 400 && statusCode < 500

function toApiError(error: FastifyError, engine: Engine): ApiError {
  if (error instanceof ApiError) return error
  if (engine.isFull(error) || isNoSpace(error)) return noDiskSpace()
  if (error instanceof DatabaseLockedError) return unavailable(`${error.message} Try again in a moment.`, 5)
  if (engine.isUnavailable(error)) return unavailable('The database can’t be reached. Try again in a moment.', 5)
  if (error instanceof KeyReplacedError)
    return unavailable('This server has to be restarted, because the master key was replaced.', 5)
  if (error instanceof StorageFullError)
    return new ApiError('storage_full', 'The file storage is full. The file wasn’t saved.')
  if (error instanceof StorageUnavailableError)
    return unavailable('The file storage can’t be reached. Try again in a moment.', 5)
  if (error instanceof ObjectNotFoundError)
    return notFound('The content of this version is missing in the file storage. Ask your system administrator.')
  if (error instanceof BusyError) return unavailable(error.message, error.retryAfterSeconds)
  switch (error.statusCode) {
    case 413:
      return new ApiError('too_large', 'The request is too large.')
    case 415:
      return new ApiError('unsupported', 'The content type of the request is not supported. Send application/json.')
    default:
      if (isCallersError(error)) return new ApiError('invalid', 'The request cannot be read.')
      return new ApiError('internal', 'Something went wrong on the server.')
  }
}

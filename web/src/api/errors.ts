import type { BulkKind, ErrorBody, ErrorField, SecondStepWays } from '@health-console/contract/errors.ts'
import { isOffline, offlineText } from '../lib/offline.ts'

/** The server rejected the request. The message can be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  /** Whether the message comes from the server. Otherwise it is our own. */
  readonly hasMessage: boolean
  readonly status: number
  readonly fields: ErrorField[]
  /** With `second_factor`: the methods that the second step accepts. */
  readonly secondFactor: SecondStepWays | undefined
  /** The page that single sign-on should have led to, for another attempt. */
  readonly next: string | undefined
  /** With `confirm_identity`: the kind of data that the admin has seen a lot of in the past hour. */
  readonly limit: BulkKind | undefined
  /** How long to wait before trying again, if the server said so. */
  readonly retryAfterMs: number | undefined
  /** Only if the server failed: the ID by which a system administrator finds the request in the log. */
  readonly requestId: string | undefined

  constructor(status: number, body: ErrorBody['error'] | undefined, retryAfterMs?: number) {
    super(messageOf(status, body))
    this.code = body?.code ?? 'unknown'
    this.hasMessage = body !== undefined
    this.status = status
    this.fields = body?.fields ?? []
    this.secondFactor = body?.secondFactor
    this.next = body?.next
    this.limit = body?.limit
    this.retryAfterMs = retryAfterMs
    this.requestId = status >= 500 ? body?.requestId : undefined
  }
}

function messageOf(status: number, body: ErrorBody['error'] | undefined): string {
  if (!body && status < 400) return 'We couldn’t read the server’s response.'
  if (!body) return `The server returned an error (${status}).`
  return body.message
}

/** There was no complete response because the server or the network is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause?: unknown) {
    super(isOffline() ? offlineText : 'Can’t reach the server. Check your connection.', { cause })
  }
}

/** Whether a request failed because the session has ended, as opposed to a wrong password at sign-in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated'
}

/** Whether a request was given up because the admin did not confirm their identity. Nothing was changed. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirm_identity'
}

/** Whether nothing but the way to the server failed, so that the same request may succeed in a moment. */
export function isTransient(error: unknown): boolean {
  // A 500 has a message, which is shown at once.
  return error instanceof NetworkError || (error instanceof ApiError && isFromProxy(error.status))
}

/** Whether a proxy has answered for a server that is unreachable or busy. */
export const isFromProxy = (status: number) => status >= 502 && status <= 504

/** Whether the request failed because its subject does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

import type { ErrorBody, ErrorField, SecondStepWays } from '@health-console/contract/errors.ts'
import { isOffline, offlineText } from '../lib/offline.ts'
import { addReference } from '../lib/reference.ts'

/** The server said no. The message is its own and can be shown as it is; of a fault it names the request. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly fields: ErrorField[]
  /** With `second_factor`: what the second step takes. */
  readonly secondFactor: SecondStepWays | undefined
  /** Where single sign-on was to lead, for another try. */
  readonly next: string | undefined
  readonly requestId: string | undefined

  constructor(status: number, body: ErrorBody['error'] | undefined) {
    super(messageOf(status, body))
    this.code = body?.code ?? 'unknown'
    this.status = status
    this.fields = body?.fields ?? []
    this.secondFactor = body?.secondFactor
    this.next = body?.next
    this.requestId = body?.requestId
  }
}

function messageOf(status: number, body: ErrorBody['error'] | undefined): string {
  if (!body) return `The server answered with status ${status}.`
  return isFault(status) && body.requestId ? addReference(body.message, body.requestId) : body.message
}

/** A text of ours about a failed call, which names the request of a fault as well. */
export function withReference(text: string, error: unknown): string {
  const requestId = faultIdOf(error)
  return requestId ? addReference(text, requestId) : text
}

/** The id of the request that the server failed at, by which its operator finds it. */
export function faultIdOf(error: unknown): string | undefined {
  return error instanceof ApiError && isFault(error.status) ? error.requestId : undefined
}

const isFault = (status: number) => status >= 500

/** No answer, or not a whole one: the server or the way to it is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause?: unknown) {
    super(isOffline() ? offlineText : 'The server cannot be reached.', { cause })
  }
}

/** Whether a call failed because nobody is signed in, as opposed to a wrong password on sign-in itself. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated'
}

/** Whether a call was given up because the person would not give their password again: nothing has happened. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirm_identity'
}

/** Whether what was asked for does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

import type { Endpoint, EndpointInput, EndpointResponse } from '@health-console/contract/http/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { confirmIdentity } from './confirmation.ts'
import { ApiError, isSignedOut, isUnconfirmed, NetworkError } from './errors.ts'
import { keepBusy } from '../lib/when-idle.ts'
import { renewSession, reportAccepted, sessionNumber, signInAgain, waitForRenewal } from './session-events.ts'

type Defined<Value> = undefined extends Value ? never : Value

/** The input of an endpoint, with only the parts that it declares. */
export type CallInput<E extends Endpoint> = {
  [
    Part in keyof EndpointInput<E> as [Defined<EndpointInput<E>[Part]>] extends [never] ? never : Part
  ]: EndpointInput<E>[Part]
}

type CallOptions = {
  signal?: AbortSignal | undefined
  /** Whether the request renews the session's token. */
  renews?: boolean
}

/**
 * Calls an endpoint of the contract. Throws ApiError when the server rejects the request, NetworkError when it cannot
 * be reached.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<EndpointResponse<E>> {
  const request = () => send(endpoint, input, options)
  return keepBusy(
    accepted(options.renews ? () => renewSession(request) : request).then((response) =>
      parseResponse(endpoint, response),
    ),
  )
}

/** Like `call`, for a response that is read while it arrives. */
export async function callForStream<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await accepted(() => send(endpoint, input, options))
  if (!response.body) throw new NetworkError()
  return response.body
}

/** Like `call`, for a response whose exact text matters. */
export async function callForText<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<string> {
  return keepBusy(accepted(() => send(endpoint, input, options)).then((response) => reached(response.text())))
}

/**
 * Sends a request that an open page repeats by itself. It does not count as activity of the admin: the session still
 * expires, and a rejection opens no dialog.
 */
export async function poll<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Pick<CallOptions, 'signal'>,
): Promise<EndpointResponse<E>> {
  const response = await send(endpoint, input, options)
  if (!response.ok) throw await toApiError(response)
  return parseResponse(endpoint, response)
}

/** The body of a successful response. */
export async function parseResponse<E extends Endpoint>(endpoint: E, response: Response): Promise<EndpointResponse<E>> {
  const text = await reached(response.text())
  const answer = text === '' ? undefined : parse(response, text)
  // A proxy or a server of another version may send anything, so pages do not have to check the response.
  const shape = response.status === 202 && endpoint.accepted ? endpoint.accepted : endpoint.response
  if (shape?.safeParse(answer).success === false) throw new ApiError(response.status, undefined)
  return answer as EndpointResponse<E>
}

/**
 * Sends a request until the server accepts it. It is sent again if its session token was renewed meanwhile, or once the
 * admin has signed in again or confirmed their identity. A request that was rejected for one of these reasons has had
 * no effect.
 */
export async function accepted(request: () => Promise<Response>): Promise<Response> {
  const session = sessionNumber()
  const response = await request()
  if (response.ok) {
    reportAccepted()
    return response
  }
  const error = await toApiError(response)
  if (isSignedOut(error)) {
    const isRenewed = (await waitForRenewal()) || session !== sessionNumber()
    if (isRenewed || (await signInAgain())) return accepted(request)
  }
  if (isUnconfirmed(error) && (await confirmIdentity(error.limit))) return accepted(request)
  throw error
}

/** The query options of an endpoint. Query keys are made only here, from the endpoint's name and its input. */
export function queryOptionsFor<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.name, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** The key of all queries of an endpoint, whatever their input. It invalidates a list after a change. */
export function queryKeyOf(endpoint: Endpoint) {
  return [endpoint.name] as const
}

async function send(endpoint: Endpoint, input: object, { signal }: CallOptions): Promise<Response> {
  const { params, query, body } = input as { params?: Strings; query?: Strings; body?: unknown }
  return reached(
    fetch(pathOf(endpoint.path, params) + searchOf(query), {
      method: endpoint.method,
      credentials: 'include',
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }),
  )
}

type Strings = Record<string, string | undefined>

function pathOf(path: string, params: Strings = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
}

function searchOf(query: Strings = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

async function reached<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'
    throw isAborted ? error : new NetworkError(error)
  }
}

function parse(response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy may respond with its own page.
    throw new ApiError(response.status, undefined)
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  try {
    const body: unknown = await response.json()
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined
    return new ApiError(response.status, isErrorBody(body) ? body.error : undefined, retryAfterMs)
  } catch {
    return new ApiError(response.status, undefined)
  }
}

function isErrorBody(body: unknown): body is { error: { code: string; message: string; requestId: string } } {
  const error: unknown = body && typeof body === 'object' && 'error' in body ? body.error : undefined
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string' &&
    error.message !== ''
  )
}

import type { Endpoint, EndpointResponse } from '@health-console/contract/http/endpoint.ts'
import { accepted, parseResponse } from './client.ts'
import { NetworkError } from './errors.ts'

/** A connection without progress for this long is treated as lost. */
const stalledAfterMs = 60_000

export type SendOptions = { signal: AbortSignal; onProgress: (sentBytes: number, totalBytes: number) => void }

/** Calls an endpoint of the contract with a form that contains a file. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: SendOptions,
): Promise<EndpointResponse<E>> {
  const { method, path } = endpoint
  return parseResponse(endpoint, await accepted(() => sendBody({ method, url: path }, form, options)))
}

type Target = { method: string; url: string }

/**
 * Sends a large body. Uses XMLHttpRequest, because fetch does not report the progress of an upload.
 * @returns the response, whatever its status
 * @throws NetworkError when the connection is lost, or stalls for a minute
 */
export function sendBody(
  { method, url }: Target,
  body: Blob | FormData,
  { signal, onProgress }: SendOptions,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let stallTimer = setTimeout(abort, stalledAfterMs)
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    clearTimeout(stallTimer)
    stallTimer = setTimeout(abort, stalledAfterMs)
    onProgress(loaded, total)
  })
  request.addEventListener('load', () =>
    resolve(new Response(request.responseText || null, { status: request.status })),
  )
  request.addEventListener('error', () => reject(new NetworkError()))
  request.addEventListener('abort', () => reject(signal.aborted ? signal.reason : new NetworkError()))
  request.addEventListener('loadend', () => {
    clearTimeout(stallTimer)
    signal.removeEventListener('abort', abort)
  })
  signal.addEventListener('abort', abort)
  request.open(method, url)
  request.send(body)
  return promise
}

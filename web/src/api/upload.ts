import type { Endpoint, EndpointResponse } from '@health-console/contract/endpoint.ts'
import { accepted, readAnswer } from './client.ts'
import { NetworkError } from './errors.ts'

type UploadOptions = {
  signal: AbortSignal
  /** How much of the request has been sent, 0 to 1. */
  onProgress: (fraction: number) => void
}

/** Sends a form that holds a file. XMLHttpRequest does it, because fetch cannot tell how much has been sent. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions,
): Promise<EndpointResponse<E>> {
  return readAnswer<E>(await accepted(() => sendForm(endpoint, form, options)))
}

function sendForm(endpoint: Endpoint, form: FormData, { signal, onProgress }: UploadOptions): Promise<Response> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const abort = () => request.abort()
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
  request.addEventListener('load', () =>
    resolve(new Response(request.responseText || null, { status: request.status })),
  )
  request.addEventListener('error', () => reject(new NetworkError()))
  request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')))
  request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
  signal.throwIfAborted()
  signal.addEventListener('abort', abort)
  request.open(endpoint.method, endpoint.path)
  request.withCredentials = true
  request.setRequestHeader('accept', 'application/json')
  request.send(form)
  return promise
}

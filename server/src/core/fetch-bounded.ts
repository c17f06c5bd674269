import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { finished } from 'node:stream/promises'

type Options = Pick<RequestInit, 'method' | 'headers' | 'body'> & { signal?: AbortSignal | undefined }

/**
 * Fetches a small response. The global `fetch` decodes whatever encoding a server claims, even one that was not
 * requested: this requests none, and rejects one before a byte is decoded. It follows no redirects.
 *
 * @throws TypeError with the cause if the server cannot be reached, the reason of the signal, or Error if the response
 *   is larger than `maxBytes` or encoded
 */
export async function fetchBounded(url: string, { maxBytes, ...options }: Options & { maxBytes: number }) {
  const response = await send(url, options)
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  try {
    if (encoding !== 'identity') throw new Error('the response is encoded although that was not requested')
    return toResponse(response, await readAll(response, maxBytes, options.signal))
  } finally {
    response.destroy()
  }
}

/** Fetches the status and the headers of a response, and ends it without its content. */
export async function fetchHeaders(url: string, options: Options): Promise<Response> {
  const response = await send(url, options)
  response.destroy()
  return toResponse(response, null)
}

async function send(url: string, { signal, ...init }: Options): Promise<IncomingMessage> {
  const { method, headers, body } = new Request(url, { ...init, redirect: 'manual' })
  const content = body && Buffer.from(await new Response(body).arrayBuffer())
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    method,
    headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' },
    ...(signal && { signal }),
  })
  request.once('response', resolve)
  request.once('error', (error) => reject(toFetchError(error, signal)))
  request.end(content ?? undefined)
  return promise
}

async function readAll(response: IncomingMessage, maxBytes: number, signal?: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  response.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) response.destroy()
    else chunks.push(chunk)
  })
  await finished(response).catch((error: unknown) => {
    throw sizeBytes > maxBytes ? new Error('the response is too large') : toFetchError(error, signal)
  })
  return Buffer.concat(chunks)
}

/** The errors of the global `fetch`, which the OpenID library tells apart. */
function toFetchError(error: unknown, signal?: AbortSignal): unknown {
  return signal?.aborted ? signal.reason : new TypeError('the server cannot be reached', { cause: error })
}

const withoutContent = [204, 205, 304]

function toResponse({ statusCode: status = 0, rawHeaders }: IncomingMessage, content: Buffer | null): Response {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return new Response(withoutContent.includes(status) ? null : content && new Uint8Array(content), { status, headers })
}

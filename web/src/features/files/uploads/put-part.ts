import { NetworkError } from '../../../api/errors.ts'

/** The store refused a part. */
export class PutError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A connection over which nothing goes is lost, even if nobody says so. */
const stalledAfterMs = 60_000

type PutOptions = { signal: AbortSignal; onProgress: (sentBytes: number) => void }

/** Sends bytes to a signed address. XMLHttpRequest does it, because fetch cannot tell how much has been sent. */
export function putPart(url: string, body: Blob, { signal, onProgress }: PutOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let stallTimer = setTimeout(abort, stalledAfterMs)
  request.upload.addEventListener('progress', ({ loaded }) => {
    clearTimeout(stallTimer)
    stallTimer = setTimeout(abort, stalledAfterMs)
    onProgress(loaded)
  })
  request.addEventListener('load', () => {
    if (request.status >= 200 && request.status < 300) resolve()
    else reject(new PutError(request.status, messageOf(request.responseText)))
  })
  request.addEventListener('error', () => reject(new NetworkError()))
  request.addEventListener('abort', () => reject(signal.aborted ? signal.reason : new NetworkError()))
  request.addEventListener('loadend', () => {
    clearTimeout(stallTimer)
    signal.removeEventListener('abort', abort)
  })
  signal.addEventListener('abort', abort)
  request.open('PUT', url)
  request.send(body)
  return promise
}

/** The server says why in JSON; a store of its own kind answers in another form, which is not for people. */
function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } }
    return error?.message ?? ''
  } catch {
    return ''
  }
}

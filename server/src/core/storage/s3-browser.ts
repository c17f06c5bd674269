import { fetchHeaders } from '../fetch-bounded.ts'

const requestTimeoutMs = 5_000

/**
 * Sends the CORS preflight request that a browser sends before a page may upload a file.
 * @returns why it may not; undefined if it may
 */
export async function requestAsBrowser(url: string, origin: string): Promise<string | undefined> {
  try {
    const answer = await fetchHeaders(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    return findError(answer, origin)
  } catch (error) {
    return `it cannot be reached (${error instanceof Error ? error.message : String(error)})`
  }
}

function findError(answer: Response, origin: string): string | undefined {
  const allowedOrigin = answer.headers.get('access-control-allow-origin')
  if (!answer.ok || allowedOrigin === null) {
    return `it has no CORS rule for ${origin} (status ${answer.status})`
  }
  if (allowedOrigin !== '*' && allowedOrigin !== origin) {
    return `its CORS rule is for ${allowedOrigin}, not for ${origin}`
  }
  const allows = (header: string, wanted: string) =>
    (answer.headers.get(header) ?? '')
      .toLowerCase()
      .split(',')
      .some((value) => ['*', wanted].includes(value.trim()))
  if (!allows('access-control-allow-methods', 'put')) return 'its CORS rule does not allow PUT'
  if (allows('access-control-allow-headers', 'content-type')) return undefined
  return 'its CORS rule does not allow the header Content-Type'
}

import type { ResponseHeader } from '@health-console/contract/http/endpoint.ts'

type Documented = ResponseHeader | 'allow' | 'location' | 'retry-after' | 'www-authenticate' | 'x-request-id'

const text = { type: 'string' }
const integer = { type: 'integer' }

/** Every header that the OpenAPI document names. */
export const responseHeaders: Readonly<Record<Documented, { description: string; schema: object }>> = {
  'accept-ranges': { description: 'Whether a part of the content can be requested with `Range`.', schema: text },
  allow: { description: 'The methods of the URL, with status 405.', schema: text },
  'clear-site-data': { description: 'Makes a browser forget what it has cached.', schema: text },
  'content-disposition': { description: 'The name under which a browser saves the file.', schema: text },
  'content-range': { description: 'Which bytes are sent; with status 416, only the size of the whole.', schema: text },
  etag: { description: 'Identifies the content, for `If-None-Match`, `If-Match` and `If-Range`.', schema: text },
  location: { description: 'Where to continue.', schema: { type: 'string', format: 'uri-reference' } },
  'model-size': { description: 'The size of the whole version. Bytes.', schema: integer },
  'model-version': { description: 'The number of the version.', schema: integer },
  'repr-digest': { description: 'The SHA-256 of the whole content, as in RFC 9530.', schema: text },
  'retry-after': { description: 'How long to wait. Seconds.', schema: integer },
  'set-cookie': { description: 'Sets or removes cookies. They are HttpOnly.', schema: text },
  'www-authenticate': { description: 'Why a token is rejected, as in RFC 6750.', schema: text },
  'x-request-id': { description: 'Identifies the request in the log of the server.', schema: text },
}

/** These headers of a response, and the one that all responses have. */
export const describeHeaders = (names: readonly Documented[]) =>
  Object.fromEntries([...names, 'x-request-id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readJson } from '../../core/read-json.ts'
import { ApiError, invalid } from '../errors.ts'

/** Written to an object, this key would change its prototype. */
const unsafeKey = '__proto__'

/**
 * Bodies are JSON in UTF-8 or empty. An empty body is accepted with any content type; a body of another type, or an
 * encoded one, is rejected with 415.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      requireUtf8(headers['content-type'])
      const encoding = headers['content-encoding']
      if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
        throw new ApiError('unsupported', 'Send the body without a Content-Encoding.')
      return parseBody(decode(body))
    },
  )
  app.addContentTypeParser('*', ({ headers }, _body, done) => {
    if (headers['content-length'] === '0') return done(null, undefined)
    return done(new ApiError('unsupported', 'The content type of the request is not supported. Send application/json.'))
  })
}

function requireUtf8(contentType = ''): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType) ?? []
  if (!/^utf-?8$/i.test(charset)) throw new ApiError('unsupported', 'Send JSON in UTF-8, without another charset.')
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ApiError('invalid', 'The request cannot be read: its body is not valid UTF-8.')
  }
}

async function parseBody(text: string): Promise<unknown> {
  const { value, error } = await readJson(text, setImmediate).catch((failure: unknown) => {
    if (failure instanceof SyntaxError)
      throw new ApiError('invalid', 'The request cannot be read: its body is not valid JSON.')
    throw failure
  })
  if (error) throw invalid([error])
  if (hasUnsafeKey(value)) throw invalid([{ path: unsafeKey, message: 'This key is not allowed' }])
  return value
}

const hasUnsafeKey = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, unsafeKey) || Object.values(value).some(hasUnsafeKey))

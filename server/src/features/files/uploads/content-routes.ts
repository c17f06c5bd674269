import { uploadFile, uploadPart } from '@health-console/contract/files/files.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { ApiError, invalid } from '../../../http/errors.ts'
import { routeUrl } from '../../../http/requests/route.ts'
import { createReceiver } from './receive-upload.ts'
import { createUploadUrls } from './upload-url.ts'

/** The routes of signed URLs. The body is streamed as the content of the file, whatever its content type. */
export async function uploadRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const urls = createUploadUrls(context)
  const receiver = createReceiver(context)

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))

    const route = (
      endpoint: typeof uploadFile | typeof uploadPart,
      receive: (request: FastifyRequest) => Promise<void>,
    ) =>
      scope.route({
        method: endpoint.method,
        url: routeUrl(endpoint),
        config: {
          permission: 'public',
          endpoint,
          signed: true,
          action: 'files.upload_content',
          why: 'the signed URL is the proof',
        },
        handler: async (request, reply) => {
          await receive(request)
          return reply.code(endpoint.status).send()
        },
      })
    route(uploadFile, (request) => receiver.receiveWhole(request, checked(uploadFile, request).id))
    route(uploadPart, (request) => {
      const { id, partNumber } = checked(uploadPart, request)
      return receiver.receivePart(request, id, partNumber)
    })
  })

  function checked<Target>(
    { params, query }: { params: z.ZodMiniType<Target>; query: typeof uploadFile.query },
    request: FastifyRequest,
  ): Target {
    const signature = query.safeParse(request.query)
    if (!signature.success) throw invalid([{ path: 'signature', message: 'The upload URL is not complete' }])
    const target = params.safeParse(request.params)
    if (!target.success) throw invalid([{ path: 'partNumber', message: 'The upload URL is not complete' }])
    const [path = ''] = request.url.split('?')
    urls.check(path, signature.data)
    requirePlain(request)
    return target.data
  }
}

/**
 * A form or a compressed body is not the content of the file. Other content types are accepted: curl, for example,
 * sends bytes as `application/x-www-form-urlencoded` unless it is told otherwise.
 */
function requirePlain({ headers }: FastifyRequest): void {
  if (/^\s*multipart\//i.test(headers['content-type'] ?? ''))
    throw new ApiError('unsupported', 'Send only the content of the file, not a form with the file in it.')
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new ApiError('unsupported', 'The content encoding is not supported. Send the file uncompressed.')
}

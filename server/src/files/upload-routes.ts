import { Id, QueryInteger, Text } from '@health-console/contract/text.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { invalid } from '../http/errors.ts'
import { createReceiver } from './receive-upload.ts'
import { createUploadUrls } from './upload-url.ts'

const Signature = z.strictObject({ expires: QueryInteger(0, 9_999_999_999), signature: Text(100) })
const Target = z.strictObject({ id: Id, partNumber: z.optional(QueryInteger(1, 10_000)) })
type Target = z.infer<typeof Target>

/** The routes of signed urls. The body has any content type and is streamed. */
export async function uploadRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const urls = createUploadUrls(context)
  const receiver = createReceiver(context)

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))

    const route = (url: string, receive: (request: FastifyRequest, target: Target) => Promise<void>) =>
      scope.route({
        method: 'PUT',
        url,
        config: { permission: 'public', signed: true, action: 'files.upload_content' },
        handler: async (request, reply) => {
          await receive(request, checked(request))
          return reply.code(204).send()
        },
      })
    route('/v1/file-uploads/:id/content', (request, { id }) => receiver.receiveWhole(request, id))
    route('/v1/file-uploads/:id/parts/:partNumber', (request, { id, partNumber = 0 }) =>
      receiver.receivePart(request, id, partNumber),
    )
  })

  function checked(request: FastifyRequest): Target {
    const signature = Signature.safeParse(request.query)
    if (!signature.success) throw invalid([{ path: 'signature', message: 'The upload URL is not complete' }])
    const target = Target.safeParse(request.params)
    if (!target.success) throw invalid([{ path: 'partNumber', message: 'The upload URL is not complete' }])
    const [path = ''] = request.url.split('?')
    urls.check(path, signature.data)
    return target.data
  }
}

import { Id, QueryInteger, Text } from '@health-console/contract/text.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { invalid } from '../http/errors.ts'
import { createReceiver } from './receive-upload.ts'
import type { RunningDigests } from './running-digests.ts'
import { createUploadAddresses } from './upload-address.ts'

const Signature = z.strictObject({ expires: QueryInteger(0, 9_999_999_999), signature: Text(100) })
const Target = z.strictObject({ id: Id, partNumber: z.optional(QueryInteger(1, 10_000)) })

/** The routes of signed addresses. The body has any content type and is streamed. */
export async function uploadRoutes(app: FastifyInstance, context: Context, digests: RunningDigests): Promise<void> {
  const addresses = createUploadAddresses(context)
  const receiver = createReceiver(context, digests)

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))

    scope.route({
      method: 'PUT',
      url: '/v1/file-uploads/:id/content',
      config: { permission: 'public', signed: true, action: 'files.upload_content' },
      handler: async (request, reply) => {
        const { id } = await checked(request)
        await receiver.receiveWhole(request, id)
        return reply.code(204).send()
      },
    })

    scope.route({
      method: 'PUT',
      url: '/v1/file-uploads/:id/parts/:partNumber',
      config: { permission: 'public', signed: true, action: 'files.upload_content' },
      handler: async (request, reply) => {
        const { id, partNumber } = await checked(request)
        await receiver.receivePart(request, id, partNumber ?? 0)
        return reply.code(204).send()
      },
    })
  })

  async function checked(request: FastifyRequest): Promise<z.infer<typeof Target>> {
    const signature = Signature.safeParse(request.query)
    if (!signature.success) throw invalid([{ path: 'signature', message: 'The upload address is not complete' }])
    const target = Target.safeParse(request.params)
    if (!target.success) throw invalid([{ path: 'partNumber', message: 'The upload address is not complete' }])
    const [path = ''] = request.url.split('?')
    addresses.check(path, signature.data)
    return target.data
  }
}

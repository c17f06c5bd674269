import type { Readable } from 'node:stream'
import type { Endpoint, EndpointRequest, EndpointResponse } from '@health-console/contract/endpoint.ts'
import type { ErrorField } from '@health-console/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AuditEntry } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { invalid } from './errors.ts'
import type { SignedInAdmin } from './session.ts'

// The messages of zod/mini stay empty without a locale.
z.config(z.locales.en())

/** Who may call a route. `admin` is any signed-in admin, `public` is nobody in particular. */
export type Permission = 'public' | 'admin' | 'super_admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    endpoint?: Endpoint
    /** A signed URL carries its own proof and is followed from anywhere: no origin check. */
    signed?: boolean
  }
}

type Call<E extends Endpoint, P extends Permission> = EndpointRequest<E> & {
  /** The signed-in admin; nobody on a public route. */
  admin: P extends 'public' ? undefined : SignedInAdmin
  request: FastifyRequest
  reply: FastifyReply
}

type RouteOptions<E extends Endpoint, P extends Permission> = {
  permission: P
  /** What to put on record once the handler has succeeded; the answer is only given when the record is written. */
  audit?: (call: Call<E, P>) => Pick<AuditEntry, 'action' | 'subject'>
  bodyLimit?: number
  handler: (call: Call<E, P>) => Promise<EndpointResponse<E> | Readable>
}

/**
 * Returns the function with which a slice declares its routes: it validates what comes in, asks for the permission,
 * writes the audit record and lets only the fields of the contract out. A stream is sent as it is.
 */
export function router(app: FastifyInstance, { audit }: Context) {
  return function route<E extends Endpoint, P extends Permission>(endpoint: E, options: RouteOptions<E, P>): void {
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { permission: options.permission, endpoint },
      ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
      handler: async (request, reply) => {
        const call = { ...validate(endpoint, request), admin: request.admin, request, reply } as Call<E, P>
        const answer = await options.handler(call)
        if (options.audit) {
          await audit.record({
            ...options.audit(call),
            outcome: 'ok',
            actorId: request.admin?.id ?? null,
            address: request.ip,
            requestId: request.id,
          })
        }
        reply.code(endpoint.status ?? 200)
        if (isStream(answer)) return reply.type('application/json; charset=utf-8').send(answer)
        return reply.send(endpoint.response ? z.parse(endpoint.response, answer) : undefined)
      },
    })
  }
}

function isStream(answer: unknown): answer is Readable {
  return typeof answer === 'object' && answer !== null && 'pipe' in answer
}

function validate<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  const fields: ErrorField[] = []
  const check = (part: string, schema: z.ZodMiniType | undefined, value: unknown) => {
    const result = z.safeParse(schema ?? z.strictObject({}), value ?? {})
    if (result.success) return result.data
    for (const issue of result.error.issues) fields.push(...toFields(part, issue))
    return undefined
  }
  const checked = {
    params: check('path', endpoint.params, request.params),
    query: check('query', endpoint.query, request.query),
    body: check('body', endpoint.body, request.body),
  }
  if (fields.length > 0) throw invalid(fields)
  return checked as EndpointRequest<E>
}

/** Named by the key alone; a fault of the whole part is named by the part. */
function toFields(part: string, issue: z.core.$ZodIssue): ErrorField[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: key, message: 'This field is not known here' }))
  return [{ path: issue.path.join('.') || part, message: issue.message }]
}

import type { Readable } from 'node:stream'
import type { Endpoint, EndpointRequest, EndpointResponse } from '@health-console/contract/endpoint.ts'
import type { ErrorField } from '@health-console/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { AuditEntry } from '../audit/entry.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError, invalid } from './errors.ts'
import type { SignedInAdmin } from './session.ts'

// The messages of zod/mini stay empty without a locale.
z.config(z.locales.en())

/** Who may call a route. `admin` is any signed-in admin, `public` is nobody in particular. */
export type Permission = 'public' | 'admin' | 'super_admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    endpoint?: Endpoint
    /** What a call is named on record, a refused one too. */
    action?: string
    /** A signed URL carries its own proof and is followed from anywhere: no origin check. */
    signed?: boolean
  }
}

/** Sends the answer itself, once its record is written. */
type RawAnswer = (reply: FastifyReply) => Promise<FastifyReply>

type Call<E extends Endpoint, P extends Permission> = EndpointRequest<E> & {
  /** The signed-in admin; nobody on a public route. */
  admin: P extends 'public' ? undefined : SignedInAdmin
  /** Who goes on record as the caller. A public route sets it once a secret has told who it is. */
  actorId: string | null
  request: FastifyRequest
  reply: FastifyReply
  /**
   * Makes a change and puts it on record in one transaction; once a call. An error that `work` throws undoes all, one
   * that it returns is thrown after the transaction was committed.
   */
  change(
    work: (transaction: Transaction<Tables>) => Promise<EndpointResponse<E> | ApiError>,
  ): Promise<EndpointResponse<E>>
}

/** What goes on record of a call that succeeded, beyond what every record says. */
type Recorded = Pick<AuditEntry, 'subject'> & Partial<Pick<AuditEntry, 'action' | 'actorId'>>

type RouteOptions<E extends Endpoint, P extends Permission> = {
  permission: P
  /** What a call is named on record, as `noun.verb`. */
  action: string
  /**
   * What to put on record of a call that succeeded: a change's together with the change, everything else before the
   * answer is given. Null: nothing.
   */
  audit: ((call: Call<E, P>, answer: EndpointResponse<E>) => Recorded | Recorded[]) | null
  bodyLimit?: number
  handler: (call: Call<E, P>) => Promise<EndpointResponse<E> | Readable | RawAnswer>
}

/**
 * Returns the function with which a slice declares its routes: it validates what comes in, asks for the permission,
 * writes the record and lets only the fields of the contract out. A stream is sent as it is.
 */
export function router(app: FastifyInstance, { audit, db }: Pick<Context, 'audit' | 'db'>) {
  return function route<E extends Endpoint, P extends Permission>(endpoint: E, options: RouteOptions<E, P>): void {
    const { action, permission } = options

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      let isOnRecord = false
      const { actorId } = sourceOf(request)
      const call = { ...validate(endpoint, request), admin: request.admin, actorId, request, reply, change } as Call<
        E,
        P
      >

      async function change(work: Parameters<typeof call.change>[0]): Promise<EndpointResponse<E>> {
        const outcome = await db.transaction().execute(async (transaction) => {
          const made = await work(transaction)
          await audit.append(transaction, made instanceof ApiError ? [failure(made)] : successes(made))
          return made
        })
        isOnRecord = true
        if (outcome instanceof ApiError) throw outcome
        return outcome
      }

      function successes(given: EndpointResponse<E>): AuditEntry[] {
        const recorded = [options.audit?.(call, given) ?? []].flat()
        return recorded.map((item) => ({ ...source(), action, outcome: 'ok', ...item }))
      }

      function failure({ code, subject }: ApiError): AuditEntry {
        return { ...source(), action, subject: subject ?? null, outcome: 'failed', reason: code }
      }

      function source() {
        return { ...sourceOf(request), actorId: call.actorId }
      }

      const given = await options.handler(call)
      if (!isOnRecord) await audit.record(successes(given as EndpointResponse<E>))
      if (typeof given === 'function') return (given as RawAnswer)(reply)
      reply.code(endpoint.status ?? 200)
      if (isStream(given)) return reply.type('application/json; charset=utf-8').send(given)
      return reply.send(endpoint.response ? z.parse(endpoint.response, given) : undefined)
    }

    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { permission, endpoint, action },
      ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
      handler: answer,
    })
  }
}

/** Who calls, and from where. */
export function sourceOf(request: FastifyRequest): Pick<AuditEntry, 'actorId' | 'address' | 'requestId'> {
  return { actorId: request.admin?.id ?? null, address: request.ip, requestId: request.id }
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

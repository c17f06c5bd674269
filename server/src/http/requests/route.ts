import { Readable } from 'node:stream'
import type { AuditAction, AuditSubject } from '@health-console/contract/audit/actions.ts'
import type { Endpoint, EndpointRequest, EndpointResponse } from '@health-console/contract/http/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '@health-console/contract/staff/scopes.ts'
import * as z from 'zod/mini'
import type { AuditEntry } from '../../core/audit/entry.ts'
import type { Context } from '../../core/context.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { ApiError } from '../errors.ts'
import { isRejection, rejectionEntry, sourceOf } from './rejections.ts'
import { logSecurityEvents } from '../security/events.ts'
import { type MachineCaller, requireConfirmed, requireSuperAdmin, type Shown, type SignedInAdmin } from './caller.ts'
import { validate } from './validate.ts'

/** A route for service accounts: those with this scope, or any. */
type MachinePermission = { machine: Scope | 'any' }

/** Who may use a route. `admin` is any signed-in admin, `public` is anyone. */
export type Permission = 'public' | 'admin' | 'super_admin' | MachinePermission

/**
 * Whether a request may be rejected with `confirm_identity`: always, depending on the request, depending on what was
 * shown within the hour, or never.
 */
export type Sensitivity = 'yes' | 'partly' | 'counted' | 'no'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    /** The field of the body with which any admin may use a route for super admins. */
    anyAdminWith?: string
    endpoint?: Endpoint
    /** The action of the request in the audit log, also if it is rejected. */
    action?: AuditAction
    /** A signed URL proves the permission itself and may be used from anywhere: no origin check. */
    signed?: boolean
    /** The page that links to this route: browsers without a session sign in there and are sent back. */
    page?: string
    sensitivity?: Sensitivity
    /** Why it is sensitive, or not. */
    why?: string
    /** Allowed before a required second factor is set up. */
    beforeSecondFactor?: boolean
    /** Does not count as use of the session: its idle time continues. */
    isPolled?: boolean
  }
}

/** Sends the raw response, once the request is logged. */
type RawAnswer = (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

type AnyCaller = { admin: SignedInAdmin | undefined; machine: MachineCaller | undefined }

type Caller<P extends Permission> = {
  /** The signed-in admin; undefined on a public route and on one for service accounts. */
  admin: P extends 'admin' | 'super_admin' ? SignedInAdmin : undefined
  /** The service account of the request, on a route for service accounts. */
  machine: P extends MachinePermission ? MachineCaller : undefined
}

type Call<E extends Endpoint, P extends Permission> = EndpointRequest<E> &
  Caller<P> & {
    /** The caller in the audit log. A public route sets it once a secret has identified the caller. */
    actorId: string | null
    /** The caller's session in the audit log. A route that begins or ends one sets it. */
    sessionId: string | null
    /** The subjects that only the handler knows, such as those that a raw response shows. It fills this for `audit`. */
    shown: AuditSubject[]
    request: FastifyRequest
    reply: FastifyReply
    /**
     * Makes a change and logs it in one transaction, unless the session or token has ended. Call it once. An error that
     * `work` throws rolls everything back; an error that it returns is thrown after the commit.
     */
    change(work: (transaction: Transaction) => Promise<EndpointResponse<E> | ApiError>): Promise<EndpointResponse<E>>
  }

/** The contents of a successful request's audit entry beyond the common fields. */
type LoggedFields = Pick<AuditEntry, 'subjects'> & Partial<Pick<AuditEntry, 'action' | 'actorId'>>

type Logged = LoggedFields | LoggedFields[]

/** How a route responds, and what it logs and counts about a successful request. */
type Handling<E extends Endpoint, P extends Permission> =
  | {
      handler: (call: Call<E, P>) => Promise<EndpointResponse<E>>
      /** What to log, in the transaction of the change or otherwise before the response is sent. Null: nothing. */
      audit: ((call: Call<E, P>, answer: EndpointResponse<E>) => Logged) | null
      /** How many rows a response shows that are counted for each admin and hour. */
      shows?: (call: Call<E, P>, answer: EndpointResponse<E>) => Shown | Promise<Shown>
      rawHandler?: undefined
    }
  | {
      /** Instead of `handler`, for a response that is not sent as JSON of the contract. */
      rawHandler: (call: Call<E, P>) => Promise<RawAnswer>
      audit: ((call: Call<E, P>) => Logged) | null
      shows?: (call: Call<E, P>) => Shown | Promise<Shown>
      handler?: undefined
    }

type RouteOptions<E extends Endpoint, P extends Permission> = Handling<E, P> & {
  permission: P
  /** On a route for super admins: any admin may use it with this field of the body, which is true then. */
  anyAdminWith?: P extends 'super_admin' ? keyof EndpointRequest<E>['body'] & string : never
  /** The action of the request in the audit log, as `noun.verb`. */
  action: AuditAction
  /** Whether the identity must have been confirmed recently; a function if that depends on the request. */
  sensitive?: true | ((call: Call<E, P>) => boolean | Promise<boolean>)
  /** Why a recent confirmation is needed, or is not. */
  why: string
  /** Allowed before a required second factor is set up. */
  beforeSecondFactor?: true
  /** The page polls this, so it does not count as use of the session, whose idle time continues. */
  isPolled?: true
  /** The page that links to this route: browsers without a session sign in there and are sent back. */
  page?: string
  /** Why responses are not compressed. See `compression.ts`. */
  uncompressed?: string
  bodyLimit?: number
}

/** The path in Fastify's notation: `/v1/users/:id`. */
export const routeUrl = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

type Parts = Pick<Context, 'audit' | 'db' | 'now'>

/**
 * Returns the function with which a feature declares its routes: it validates the input, requires the permission,
 * writes the audit log and sends only the fields of the contract.
 */
export function router(app: FastifyInstance, parts: Parts) {
  return function route<E extends Endpoint, P extends Permission>(endpoint: E, options: RouteOptions<E, P>): void {
    const {
      action,
      permission,
      anyAdminWith,
      page,
      uncompressed,
      why,
      sensitive = false,
      beforeSecondFactor = false,
      isPolled = false,
    } = options
    const sensitivity = options.shows ? 'counted' : sensitive === false ? 'no' : sensitive === true ? 'yes' : 'partly'

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (anyAdminWith !== undefined && request.admin && !hasField(request.body, anyAdminWith))
        requireSuperAdmin(request.admin)
      const call: Call<E, P> = {
        ...validate(endpoint, request),
        ...callerOf(permission, request),
        ...pickSource(request),
        shown: [],
        request,
        reply,
        change: (work) => log.change(work),
      }
      const log = createCallLog(parts, call, action, (answered) => options.audit?.(call, answered))
      if (typeof sensitive === 'function' ? await sensitive(call) : sensitive)
        requireConfirmed(request.admin, parts.now())
      if (options.rawHandler) {
        const send = await options.rawHandler(call)
        await log.write(options.audit?.(call), await options.shows?.(call))
        return send(reply)
      }
      const answered = await options.handler(call)
      await log.write(options.audit?.(call, answered), await options.shows?.(call, answered))
      const isAccepted = endpoint.accepted !== undefined && reply.statusCode === 202
      if (!isAccepted) reply.code(endpoint.status ?? 200)
      const shape = isAccepted ? endpoint.accepted : endpoint.response
      return reply.send(shape ? z.parse(shape, answered) : undefined)
    }

    app.route({
      // This declares HEAD explicitly, because the route that Fastify generates reads a whole stream only to discard
      // it.
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url: routeUrl(endpoint),
      config: {
        permission,
        endpoint,
        action,
        sensitivity,
        why,
        beforeSecondFactor,
        isPolled,
        ...(anyAdminWith !== undefined && { anyAdminWith }),
        ...(page !== undefined && { page }),
        ...(uncompressed !== undefined && { uncompressed }),
      },
      ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
      handler: answer,
      onSend: async ({ method }, _reply, payload) => {
        if (method !== 'HEAD' || !(payload instanceof Readable)) return payload
        payload.destroy()
        return null
      },
    })
  }
}

const hasField = (body: unknown, name: string): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.entries(body).some(([key, value]) => key === name && value === true)

const pickSource = (request: FastifyRequest) => {
  const { actorId, sessionId } = sourceOf(request)
  return { actorId, sessionId }
}

/** @throws Error for a caller that the guards should have rejected */
function callerOf<P extends Permission>(permission: P, { admin, machine }: FastifyRequest): Caller<P> {
  const isForMachines = typeof permission === 'object'
  const isForAdmins = permission === 'admin' || permission === 'super_admin'
  const caller = { admin: isForAdmins ? admin : undefined, machine: isForMachines ? machine : undefined }
  if (isCallerOf(permission, caller)) return caller
  throw new Error('The caller was not identified before the request')
}

function isCallerOf<P extends Permission>(permission: P, caller: AnyCaller): caller is Caller<P> {
  if (permission === 'public') return true
  return (typeof permission === 'object' ? caller.machine : caller.admin) !== undefined
}

/** Logs one request once: in the transaction of its change, or before its response is sent. */
function createCallLog<E extends Endpoint, P extends Permission>(
  { audit, db }: Parts,
  call: Call<E, P>,
  action: AuditAction,
  describe: (answered: EndpointResponse<E>) => Logged | null | undefined,
) {
  const { request } = call
  let isLogged = false
  const source = () => ({ ...sourceOf(request), actorId: call.actorId, sessionId: call.sessionId })
  const successes = (logged: Logged | null = []): AuditEntry[] =>
    [logged ?? []].flat().map((item) => ({ ...source(), action, outcome: 'ok', ...item }))
  const toEntries = (outcome: EndpointResponse<E> | ApiError): AuditEntry[] =>
    outcome instanceof ApiError ? [{ ...rejectionEntry(request, outcome), ...source() }] : successes(describe(outcome))

  return {
    async change(work: (transaction: Transaction) => Promise<EndpointResponse<E> | ApiError>) {
      const { outcome, entries } = await db.transaction().execute(async (transaction) => {
        const outcome = await work(transaction)
        await request.lockSession(transaction)
        await request.lockToken(transaction)
        // A rejected request changes nothing that others see, and its entry is grouped when the error is sent.
        const isGrouped = outcome instanceof ApiError && isRejection(request, outcome)
        const entries = isGrouped ? [] : toEntries(outcome)
        await audit.append(transaction, entries)
        return { outcome, entries }
      })
      isLogged = true
      if (outcome instanceof ApiError) {
        outcome.isLogged = entries.length > 0
        throw outcome
      }
      logSecurityEvents(request.log, entries)
      return outcome
    },

    async write(logged: Logged | null | undefined, shown: Shown | undefined): Promise<void> {
      if (isLogged) return
      const entries = successes(logged)
      await audit.write(entries, shown && (await request.useOfHour(shown)))
      logSecurityEvents(request.log, entries)
    },
  }
}

import type { Endpoint, EndpointRequest } from '@health-console/contract/endpoint.ts'
import type { ErrorField } from '@health-console/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { invalid } from './errors.ts'

// The messages of zod/mini stay empty without a locale.
z.config(z.locales.en())

/** @throws ApiError `invalid` naming every field that does not match the contract */
export function validate<E extends Endpoint>(endpoint: E, request: FastifyRequest): EndpointRequest<E> {
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

/** The key alone, or the name of the part if the whole part is at fault. */
function toFields(part: string, issue: z.core.$ZodIssue): ErrorField[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: key, message: 'This field is not known here' }))
  return [{ path: issue.path.join('.') || part, message: issue.message }]
}

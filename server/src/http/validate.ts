import type { Endpoint, EndpointRequest } from '@health-console/contract/http/endpoint.ts'
import type { ErrorField } from '@health-console/contract/errors.ts'
import { explainIssues, unknownFields } from '@health-console/contract/http/explain-issue.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isDecodable } from '../core/settings/is-decodable.ts'
import { ApiError, invalid, noSuchUrl, unreadableUrl } from './errors.ts'

explainIssues()

/** The errors of one part of a request that are listed: a list in a body may have thousands of wrong elements. */
const mostFields = 50

/**
 * @throws ApiError `invalid` with every field that does not match the contract, `not_found` for an empty part of the
 * path, `unsupported` for a body that is not the form
 */
export function validate<E extends Endpoint>(endpoint: E, request: FastifyRequest): EndpointRequest<E> {
  // The router accepts `/v1/users/` for `/v1/users/{id}`.
  if (Object.values(request.params ?? {}).includes('')) throw noSuchUrl()
  if (!isDecodable(request.url.split('?').slice(1).join('?'))) throw unreadableUrl()
  if (endpoint.form && !request.isMultipart())
    throw new ApiError('unsupported', 'Send multipart/form-data with a file and a name.')
  const fields: ErrorField[] = []
  const check = (part: string, schema: z.ZodMiniType | undefined, value: unknown) => {
    const result = z.safeParse(schema ?? z.strictObject({}), value ?? {})
    if (result.success) return result.data
    for (const issue of result.error.issues.slice(0, mostFields)) fields.push(...toFields(part, issue))
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

/** Only the last key, or the name of the part if the whole part is invalid. */
function toFields(part: string, issue: z.core.$ZodIssue): ErrorField[] {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys)
  return [{ path: issue.path.join('.') || part, message: issue.message }]
}

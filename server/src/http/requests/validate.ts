import type { Endpoint, EndpointRequest } from '@health-console/contract/http/endpoint.ts'
import type { ErrorField } from '@health-console/contract/errors.ts'
import { explainIssues, shorten, unknownFields } from '@health-console/contract/http/explain-issue.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isDecodable } from '../../core/settings/is-decodable.ts'
import { ApiError, invalid, noSuchUrl, unreadableUrl } from '../errors.ts'

explainIssues()

/** How many are listed: a list in a body may have thousands of wrong elements. */
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
    fields.push(...listFields(part, result.error.issues))
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

/**
 * The errors of one part of a request, of which the caller chose the keys.
 * @param before the keys before those of the issues
 */
export function listFields(part: string, issues: z.core.$ZodIssue[], before: string[] = []): ErrorField[] {
  return issues.slice(0, mostFields).flatMap((issue) => toFields(part, issue, before))
}

/** The whole part is named if the whole part is invalid. */
function toFields(part: string, issue: z.core.$ZodIssue, before: string[]): ErrorField[] {
  const pathOf = (keys: PropertyKey[]) => [...before, ...keys.map((key) => shorten(String(key)))].join('.')
  if (issue.code === 'unrecognized_keys')
    return unknownFields(issue.keys).map(({ path, message }) => ({ path: pathOf([...issue.path, path]), message }))
  return [{ path: pathOf(issue.path) || part, message: issue.message }]
}

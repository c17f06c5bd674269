import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/**
 * One call of the HTTP API: the server validates and serves it, and the browser derives the types of its requests from
 * it. `params`, `query` and `body` are strict objects: an unknown key is an error. A call without `body` takes no body
 * or an empty one.
 */
export type Endpoint = {
  /** Unique: the operation's id in OpenAPI, and part of the browser's query keys. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters in braces: `/v1/users/{id}`. */
  path: `/${string}`
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** Instead of `body`: a multipart form of `file`, of this content type, and of fields. Those that are objects are sent as JSON. */
  form?: { fileType: string; fields: Schema }
  /** Instead of `body`: the content types of a body that is stored or read as it arrives. */
  upload?: readonly string[]
  /** The body on success. Fields that it does not name are never sent. Absent: only the status is sent. */
  response?: Schema
  /** What is answered instead when the query asks for a whole list, streamed. */
  wholeResponse?: Schema
  /** Instead of `response`: the content types of an answer that is sent as it is. */
  download?: readonly string[]
  /** The body of status 202, for a call that may also only begin what it asks for. */
  accepted?: Schema
  /** Success status; 200 unless said otherwise. */
  status?: number
  /** Further statuses of success, and when: below 300 with the same content, from 300 on without any. */
  otherStatuses?: Readonly<Record<number, string>>
}

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** The input of a caller. */
export type EndpointInput<E extends Endpoint> = {
  params: Input<E['params']>
  query: Input<E['query']>
  body: Input<E['body']>
}

/** The input of a handler, after validation. */
export type EndpointRequest<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

export type EndpointResponse<E extends Endpoint> =
  | (E['response'] extends Schema ? z.output<E['response']> : void)
  | (E['accepted'] extends Schema ? z.output<E['accepted']> : never)

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

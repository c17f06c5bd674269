import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/** A header that callers may need. */
export type ResponseHeader =
  | 'accept-ranges'
  | 'clear-site-data'
  | 'content-disposition'
  | 'content-range'
  | 'etag'
  | 'model-size'
  | 'model-version'
  | 'repr-digest'
  | 'set-cookie'

/**
 * One endpoint of the HTTP API. The server validates and serves it, and the browser derives the types of its requests
 * from it. `params`, `query` and `body` are strict objects: an unknown key is an error. An endpoint without `body`
 * accepts no body or an empty one.
 */
export type Endpoint = {
  /** This is unique: it is the operation's id in OpenAPI, and part of the browser's query keys. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with parameters in braces: `/v1/users/{id}`. */
  path: `/${string}`
  summary: string
  /** What the response contains on success. By default the summary says it. */
  returns?: string
  params?: Schema
  query?: Schema
  body?: Schema
  /**
   * Instead of `body`: a multipart form with `file`, of this content type, and these fields. Fields that are objects
   * are sent as JSON.
   */
  form?: { fileType: string; fields: Schema }
  /** Instead of `body`: the content types of a body that is stored or read while it arrives. */
  upload?: readonly string[]
  /** The body on success. Other fields are never sent. Absent: only the status is sent. */
  response?: Schema
  /** Instead of `response`: the content types of a response that is sent as it is. */
  download?: readonly string[]
  /** The body of status 202, for a request that may still be in progress when the response is sent. */
  accepted?: Schema
  /** The status on success; 200 by default. */
  status?: number
  /** Further success statuses, and when they are sent: below 300 with the same content, from 300 on without any. */
  otherStatuses?: Readonly<Record<number, string>>
  /** The headers of a success, by its status, besides those of every response and the `location` of a redirect. */
  headers?: Readonly<Record<number, readonly ResponseHeader[]>>
}

/** The headers of a file that can be downloaded in parts. */
export const fileHeaders = ['accept-ranges', 'content-disposition', 'etag', 'repr-digest'] as const

/** The headers of a file that is sent whole. */
export const attachmentHeaders = { 200: ['content-disposition'] } as const

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** The input that a caller sends. */
export type EndpointInput<E extends Endpoint> = {
  params: Input<E['params']>
  query: Input<E['query']>
  body: Input<E['body']>
}

/** The input that a handler receives, after validation. */
export type EndpointRequest<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

export type EndpointResponse<E extends Endpoint> =
  | (E['response'] extends Schema ? z.output<E['response']> : void)
  | (E['accepted'] extends Schema ? z.output<E['accepted']> : never)

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

import { gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { type Declared, openApiDocument } from '../../src/http/openapi/openapi.ts'
import { isApi } from './is-api.ts'
import { responseHeaders } from '../../src/http/openapi/headers.ts'

type Answer = { $ref?: string; content?: Record<string, { schema?: object }>; headers?: Record<string, object> }
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  components: { responses: Record<string, Answer>; schemas: object }
}
type Checker = { document: Document; ajv: Ajv2020; validators: Map<object, ValidateFunction> }

const served = { productName: 'Console', publicUrl: 'http://localhost' }

/** The document is the same for every app of these tests, and compiling it costs more than most tests. */
let checker: Checker | undefined

/**
 * Compares every response of the app's API with the OpenAPI document: its status, its content type, its headers and its
 * body. Whatever is not documented fails the test.
 */
export function checkResponses(app: FastifyInstance, declared: Declared[]): void {
  const undocumented = new Set<string>()
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || !isApi(endpoint.path) || request.method !== endpoint.method) return payload
    checker ??= createChecker(
      openApiDocument(
        served,
        declared.filter(({ endpoint }) => isApi(endpoint.path)),
      ),
    )
    for (const problem of findProblems(checker, request, reply, payload))
      undocumented.add(`${endpoint.name} ${reply.statusCode}: ${problem}`)
    return payload
  })
  onTestFinished(() => expect([...undocumented]).toEqual([]))
}

function createChecker(document: object): Checker {
  // The document is tested elsewhere. Without both steps, compiling takes half the time.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
  formats.default(ajv)
  ajv.addSchema(document, 'document')
  return { document: document as Document, ajv, validators: new Map() }
}

function findProblems(
  { document, ajv, validators }: Checker,
  { routeOptions, method }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string[] {
  const path = routeOptions.config.endpoint?.path ?? ''
  const answers = document.paths[path]?.[method.toLowerCase()]?.responses
  // A test may declare endpoints of its own.
  if (!answers) return []
  const named = answers[reply.statusCode] ?? answers[`${Math.floor(reply.statusCode / 100)}XX`]
  if (!named) return ['the status is not documented']
  const answer = named.$ref ? (document.components.responses[named.$ref.split('/').at(-1) ?? ''] ?? {}) : named
  const headers = Object.keys(responseHeaders).filter((name) => reply.hasHeader(name) && !answer.headers?.[name])
  const problems = headers.map((name) => `the header ${name} is not documented`)
  if (payload === null || payload === undefined || payload === '') return problems
  const type = String(reply.getHeader('content-type')).split(';')[0] ?? ''
  const content = answer.content?.[type]
  if (!content) return [...problems, `the content type ${type} is not documented`]
  if (!content.schema || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return problems
  const validate = validators.get(content) ?? ajv.compile(inDocument(content.schema))
  validators.set(content, validate)
  const body = reply.getHeader('content-encoding') === 'gzip' ? gunzipSync(payload) : payload
  if (validate(JSON.parse(body.toString()))) return problems
  return [...problems, ...(validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`)]
}

/** The schema with references to the document that the validator knows. */
const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))

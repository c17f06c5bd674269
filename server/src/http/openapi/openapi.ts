import type { Endpoint } from '@health-console/contract/http/endpoint.ts'
import { ErrorBody, errorStatus } from '@health-console/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import type { Config } from '../../core/config.ts'
import { isLoopback } from '../../core/settings/loopback.ts'
import { version } from '../../core/settings/version.ts'
import { hashToken } from '../../core/crypto/token.ts'
import { cookieName } from '../security/cookie-name.ts'
import { isNamed } from '../web/etag.ts'
import { describeHeaders, responseHeaders } from './headers.ts'
import { openApiTags, tagOf } from './tags.ts'
import { DocumentSchemas } from './schema.ts'
import type { Permission, Sensitivity } from '../requests/route.ts'

export type Declared = {
  endpoint: Endpoint
  permission: Permission
  anyAdminWith: string | undefined
  sensitivity: Sensitivity
}

type Served = Pick<Config, 'productName' | 'publicUrl'>

/** Serves the OpenAPI 3.1 document of all declared endpoints. Register it before the features. */
export function registerOpenApi(app: FastifyInstance, served: Served): void {
  const declared = collectDeclared(app)
  let sent: { text: string; etag: string } | undefined
  app.get('/openapi.json', { config: { permission: 'public' } }, async (request, reply) => {
    const { text, etag } = (sent ??= withTag(JSON.stringify(openApiDocument(served, declared))))
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** The endpoints that are declared from now on. */
export function collectDeclared(app: FastifyInstance): Declared[] {
  const declared: Declared[] = []
  app.addHook('onRoute', ({ config, method }) => {
    if (!config?.endpoint || !config.permission || method === 'HEAD') return
    const { endpoint, permission, anyAdminWith, sensitivity = 'no' } = config
    declared.push({ endpoint, permission, anyAdminWith, sensitivity })
  })
  return declared
}

const withTag = (text: string) => ({ text, etag: `"${hashToken(text)}"` })

const confirmation = 'May be rejected with `confirm_identity`: confirm your identity, then repeat the request.'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

export function openApiDocument({ productName, publicUrl }: Served, declared: Declared[]): object {
  const schemas = new DocumentSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const route of declared.toSorted((a, b) => a.endpoint.path.localeCompare(b.endpoint.path))) {
    const path = (paths[route.endpoint.path] ??= {})
    path[route.endpoint.method.toLowerCase()] = operation(route, schemas)
  }
  const error = schemas.of(ErrorBody, 'output')
  return {
    openapi: '3.1.0',
    info: { title: productName, version, license: { name: 'MIT', identifier: 'MIT' } },
    // On a developer's machine the console has several names, so this is relative to the document's origin.
    servers: [{ url: isLoopback(new URL(publicUrl).hostname) ? '/' : publicUrl }],
    tags: openApiTags,
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName({ publicUrl }, 'session') },
        token: { type: 'http', scheme: 'bearer', description: 'The token of a service account' },
      },
      schemas: schemas.components,
      headers: responseHeaders,
      responses: {
        SignIn: {
          description: 'For a browser that opens the URL as a page: to sign in, or to confirm the identity',
          headers: describeHeaders(['location']),
        },
        Rejected: errorResponse(error, 'Rejected; nothing was changed', (status) => status < 500),
        Failed: errorResponse(error, 'Failed', (status) => status >= 500),
      },
    },
  }
}

/** The body of every error, and the codes that distinguish them. */
function errorResponse(schema: object, description: string, hasStatus: (status: number) => boolean): object {
  const codes = Object.entries(errorStatus).filter(([, status]) => hasStatus(status))
  return {
    description: `${description}: ${codes.map(([code, status]) => `${status} \`${code}\``).join(', ')}.`,
    headers: describeHeaders(['retry-after', 'www-authenticate', 'allow', 'content-range', 'set-cookie']),
    ...json(schema),
  }
}

function operation({ endpoint, permission, anyAdminWith, sensitivity }: Declared, schemas: DocumentSchemas): object {
  const demands = [
    permission === 'super_admin' &&
      (anyAdminWith === undefined ? 'Super admins only.' : `Super admins only, except with \`${anyAdminWith}\`.`),
    typeof permission === 'object' && permission.machine !== 'any' && `Needs the scope \`${permission.machine}\`.`,
    sensitivity !== 'no' && confirmation,
  ].filter(Boolean)
  const content = requestContent(endpoint, schemas)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    security: securityOf(permission),
    ...(demands.length > 0 && { description: demands.join(' ') }),
    parameters: [...schemas.parameters(endpoint.params, 'path'), ...schemas.parameters(endpoint.query, 'query')],
    ...(content && { requestBody: { required: !mayBeEmpty(endpoint), ...content } }),
    responses: {
      ...successes(endpoint, schemas),
      ...(typeof permission !== 'object' && permission !== 'public' && { 303: ref('SignIn') }),
      '4XX': ref('Rejected'),
      '5XX': ref('Failed'),
    },
  }
}

function securityOf(permission: Permission): Record<string, string[]>[] {
  if (permission === 'public') return []
  return typeof permission === 'object' ? [{ token: [] }] : [{ session: [] }]
}

const mayBeEmpty = ({ body }: Endpoint) => body !== undefined && body.safeParse({}).success

function requestContent({ body, form, upload }: Endpoint, schemas: DocumentSchemas): object | undefined {
  if (body) return json(schemas.of(body, 'input'))
  if (form) return { content: { 'multipart/form-data': { schema: schemas.ofForm(form) } } }
  return upload && rawContent(upload)
}

function successes(endpoint: Endpoint, schemas: DocumentSchemas): object {
  const { response, accepted, download, status = 200, otherStatuses = {}, summary, returns = summary } = endpoint
  const content = response ? json(bodyOf(response, returns, schemas)) : download && rawContent(download)
  const answer = (code: number, description: string, body?: object) => {
    const isRedirect = code >= 300 && code !== 304
    const headers = describeHeaders([...(isRedirect ? ['location' as const] : []), ...(endpoint.headers?.[code] ?? [])])
    return [code, { description, headers, ...body }] as const
  }
  return Object.fromEntries([
    answer(status, content ? returns : 'Done. The response has no body', content),
    ...(accepted ? [answer(202, 'Accepted, but not done yet', json(bodyOf(accepted, returns, schemas)))] : []),
    ...Object.entries(otherStatuses).map(([code, text]) =>
      answer(Number(code), text, Number(code) < 300 ? content : {}),
    ),
  ])
}

/** The schema of a body. Its `data` is what the endpoint returns. */
function bodyOf(schema: ZodMiniType, returns: string, schemas: DocumentSchemas): object {
  const body = schemas.of(schema, 'output')
  const data = body.properties?.['data']
  return typeof data === 'object'
    ? { ...body, properties: { ...body.properties, data: { description: returns, ...data } } }
    : body
}

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** Bytes of these content types, which have no schema. */
const rawContent = (types: readonly string[]) => ({ content: Object.fromEntries(types.map((type) => [type, {}])) })

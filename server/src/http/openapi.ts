import type { Endpoint } from '@health-console/contract/http/endpoint.ts'
import { ErrorBody, errorStatus } from '@health-console/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../core/config.ts'
import { isLoopback } from '../core/settings/loopback.ts'
import { version } from '../core/settings/version.ts'
import { cookieName } from './cookie-name.ts'
import { DocumentSchemas } from './openapi-schema.ts'
import type { Permission, Sensitivity } from './route.ts'

type Declared = { endpoint: Endpoint; permission: Permission; sensitivity: Sensitivity }

type Served = Pick<Config, 'productName' | 'publicUrl'>

/** Serves the OpenAPI 3.1 document of all declared endpoints. Register it before the features. */
export function registerOpenApi(app: FastifyInstance, served: Served): void {
  const declared: Declared[] = []
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && config.permission && method !== 'HEAD')
      declared.push({
        endpoint: config.endpoint,
        permission: config.permission,
        sensitivity: config.sensitivity ?? 'no',
      })
  })
  let document: object | undefined
  app.get(
    '/openapi.json',
    { config: { permission: 'public' } },
    async () => (document ??= openApiDocument(served, declared)),
  )
}

const confirmation = 'May be rejected with `confirm_identity`: confirm your identity, then repeat the request.'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

function openApiDocument({ productName, publicUrl }: Served, declared: Declared[]): object {
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
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName({ publicUrl }, 'session') },
        token: { type: 'http', scheme: 'bearer', description: 'The token of a service account' },
      },
      schemas: schemas.components,
      responses: {
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
    headers: { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    ...json(schema),
  }
}

function operation({ endpoint, permission, sensitivity }: Declared, schemas: DocumentSchemas): object {
  const demands = [
    permission === 'super_admin' && 'Super admins only.',
    typeof permission === 'object' && permission.machine !== 'any' && `Needs the scope \`${permission.machine}\`.`,
    sensitivity !== 'no' && confirmation,
  ].filter(Boolean)
  const content = requestContent(endpoint, schemas)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: securityOf(permission),
    ...(demands.length > 0 && { description: demands.join(' ') }),
    parameters: [...schemas.parameters(endpoint.params, 'path'), ...schemas.parameters(endpoint.query, 'query')],
    ...(content && { requestBody: { required: !mayBeEmpty(endpoint), ...content } }),
    responses: {
      ...successes(endpoint, schemas),
      '4XX': { $ref: '#/components/responses/Rejected' },
      '5XX': { $ref: '#/components/responses/Failed' },
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
  const { response, wholeResponse, accepted, download, status = 200, otherStatuses = {} } = endpoint
  const bodies = [response, wholeResponse].flatMap((schema) => (schema ? [schemas.of(schema, 'output')] : []))
  const [body] = bodies
  const content = body ? json(bodies.length === 1 ? body : { anyOf: bodies }) : download && rawContent(download)
  const others = Object.entries(otherStatuses).map(([code, description]) => [
    code,
    { description, ...(Number(code) < 300 && content) },
  ])
  return {
    [status]: { description: 'Done', ...content },
    ...(accepted && { 202: { description: 'Accepted, but not done yet', ...json(schemas.of(accepted, 'output')) } }),
    ...Object.fromEntries(others),
  }
}

/** Bytes of these content types, which have no schema. */
const rawContent = (types: readonly string[]) => ({ content: Object.fromEntries(types.map((type) => [type, {}])) })

import type { Endpoint } from '@health-console/contract/endpoint.ts'
import { ErrorBody } from '@health-console/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { version } from '../settings/version.ts'
import type { Permission, Sensitivity } from './route.ts'

type Declared = { endpoint: Endpoint; permission: Permission; sensitivity: Sensitivity }

/** Serves the OpenAPI 3.1 document of all declared endpoints. Register before the slices. */
export function registerOpenApi(app: FastifyInstance, title: string): void {
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
    async () => (document ??= openApiDocument(title, declared)),
  )
}

const confirmation = 'May be refused with `confirm_identity`: confirm the password, then call again.'

function openApiDocument(title: string, declared: Declared[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of declared.toSorted((a, b) => a.endpoint.path.localeCompare(b.endpoint.path))) {
    const path = (paths[route.endpoint.path] ??= {})
    path[route.endpoint.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
    },
  }
}

function operation({ endpoint, permission, sensitivity }: Declared): object {
  const demands = [permission === 'super_admin' && 'Super admins only.', sensitivity !== 'no' && confirmation].filter(
    Boolean,
  )
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(permission === 'public' ? { security: [] } : { security: [{ session: [] }] }),
    ...(demands.length > 0 && { description: demands.join(' ') }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        ...(endpoint.response && {
          content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } },
        }),
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

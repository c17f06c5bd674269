import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Permission, Sensitivity } from '../../src/http/requests/route.ts'
import { buildTestApp, type TestApp } from '../build-app.ts'

export type DeclaredRoute = {
  method: string
  url: string
  permission: Permission | undefined
  anyAdminWith: string | undefined
  /** Why responses are not compressed. */
  uncompressed: string | undefined
  action: string | undefined
  sensitivity: Sensitivity
  /** Why it is sensitive, or not. */
  why: string | undefined
  /** The summary in the contract. */
  summary: string | undefined
  signed: boolean
  beforeSecondFactor: boolean
  /** The page that links to this route. */
  page: string | undefined
}

/** The real app with all its registered routes, including those of plugins. */
export async function withDeclaredRoutes(
  ...parameters: Parameters<typeof buildTestApp>
): Promise<{ testApp: TestApp; routes: DeclaredRoute[] }> {
  const routes: DeclaredRoute[] = []
  const onRoute = ({ method, url, config }: RouteOptions) => {
    for (const each of [method].flat()) {
      const {
        permission,
        anyAdminWith,
        uncompressed,
        action,
        sensitivity = 'no',
        why,
        signed = false,
        beforeSecondFactor = false,
        endpoint,
        page,
      } = config ?? {}
      const summary = endpoint?.summary
      routes.push({
        method: each,
        url,
        permission,
        anyAdminWith,
        uncompressed,
        action,
        sensitivity,
        why,
        summary,
        signed,
        beforeSecondFactor,
        page,
      })
    }
  }
  // Fastify publishes this channel's message before anything is registered.
  const listener = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', onRoute)
  }
  subscribe('fastify.initialization', listener)
  try {
    const testApp = await buildTestApp(...parameters)
    await testApp.app.ready()
    return { testApp, routes }
  } finally {
    unsubscribe('fastify.initialization', listener)
  }
}

/** A URL of the route, with ids that do not exist. */
export const urlOf = (declared: string) => declared.replaceAll(/:\w+|\*/g, 'nothing')

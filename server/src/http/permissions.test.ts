import { randomUUIDv7 } from 'node:crypto'
import { pages } from '@health-console/contract/http/pages.ts'
import { newToken } from '../core/crypto/token.ts'
import type { Role } from '@health-console/contract/staff/admins.ts'
import { describe, expect, test } from 'vitest'
import { insertAdmin, updateRole } from '../features/staff/admins/store.ts'
import { insertSession } from '../features/staff/sessions/store.ts'
import type { TestApp } from '../../testing/build-app.ts'
import { withToken } from '../../testing/service-accounts.ts'
import type { Permission } from './requests/route.ts'
import { urlOf, withDeclaredRoutes } from '../../testing/http/declared-routes.ts'
import { isApi } from '../../testing/http/is-api.ts'

const callers = ['nobody', 'user', 'revoked', 'admin', 'super_admin', 'machine'] as const
type Caller = (typeof callers)[number]

/** The response that the caller gets: the route's own, or one of the two errors. */
const expected: Record<'public' | 'admin' | 'super_admin' | 'machine', Record<Caller, 'in' | 401 | 403>> = {
  public: { nobody: 'in', user: 'in', revoked: 'in', admin: 'in', super_admin: 'in', machine: 'in' },
  admin: { nobody: 401, user: 401, revoked: 401, admin: 'in', super_admin: 'in', machine: 401 },
  super_admin: { nobody: 401, user: 401, revoked: 401, admin: 403, super_admin: 'in', machine: 401 },
  machine: { nobody: 401, user: 401, revoked: 401, admin: 401, super_admin: 401, machine: 'in' },
}
const kindOf = (permission: Permission) => (typeof permission === 'object' ? 'machine' : permission)

test('[api-1] every route declares who may use it', async () => {
  const { routes } = await withDeclaredRoutes()
  expect(routes.filter((route) => route.permission === undefined)).toEqual([])
  expect(routes.length).toBeGreaterThan(20)
})

test('every route of the API has an action name for the audit log', async () => {
  const { routes } = await withDeclaredRoutes()
  expect(routes.filter(({ url, action }) => isApi(url) && action === undefined)).toEqual([])
})

test('[api-1] besides the API and the pages, only these routes exist, and anyone may use them', async () => {
  const { routes } = await withDeclaredRoutes()
  // The files of the web exist only if it is built, and the contract lists its pages.
  const isOfWeb = (url: string) =>
    /^\/(assets|favicon|theme|loading)/.test(url) || pages.includes(url.replace(/(?<=.)\/$/, ''))
  const others = routes.filter(({ method, url }) => method !== 'HEAD' && !isApi(url) && !isOfWeb(url))
  expect(others.map(({ method, url, permission }) => `${method} ${url} ${JSON.stringify(permission)}`).sort()).toEqual([
    'GET /healthz "public"',
    'GET /mailbox "public"',
    'GET /mailbox/:file "public"',
    'GET /mailbox/:file/html "public"',
    'GET /mailbox/mailbox.css "public"',
    'GET /openapi.json "public"',
    'GET /readyz "public"',
  ])
})

describe.each(callers)('%s', (caller) => {
  test('[api-1] the caller may use the routes of its permission and no others', async () => {
    const { testApp, routes } = await withDeclaredRoutes()
    for (const route of routes) {
      if (route.permission === undefined) continue
      const headers = await (caller === 'machine' ? tokenFor(testApp, route.permission) : cookiesOf(testApp, caller))
      const answer = await testApp.app.inject({
        method: route.method as 'GET',
        url: urlOf(route.url),
        headers,
        ...(!['GET', 'HEAD'].includes(route.method) && { body: {} }),
      })
      const wanted = expected[kindOf(route.permission)][caller]
      const got = answer.statusCode === 401 || answer.statusCode === 403 ? answer.statusCode : 'in'
      expect(`${route.method} ${route.url} ${got}`).toBe(`${route.method} ${route.url} ${wanted}`)
      if (wanted !== 'in' && route.method !== 'HEAD') {
        expect(answer.json().error.code).toBe(wanted === 401 ? 'unauthenticated' : 'forbidden')
      }
    }
  })
})

/** A token with the scope of the route, or with all scopes that can be combined. */
const tokenFor = async (testApp: TestApp, permission: Permission) => {
  const scope = typeof permission === 'object' ? permission.machine : 'any'
  return (await withToken(testApp, scope === 'any' ? ['models:read'] : [scope])).headers
}

/** Each request has its own session, because one of the routes ends it. */
async function cookiesOf(testApp: TestApp, caller: Exclude<Caller, 'machine'>): Promise<Record<string, string>> {
  if (caller === 'nobody') return {}
  const { db, now } = testApp.context
  const role: Role = caller === 'revoked' ? 'admin' : caller
  const admin = await insertPerson(testApp, role)
  const token = newToken()
  await insertSession(db, {
    id: randomUUIDv7(),
    token,
    adminId: admin.id,
    nowMs: now(),
    expiresAtMs: now() + 3_600_000,
    address: '127.0.0.1',
    userAgent: '',
    deviceHash: '',
  })
  if (caller === 'revoked') await updateRole(db, [admin.id], 'user')
  return { cookie: `session-3000=${token}` }
}

async function insertPerson({ context: { db, now } }: TestApp, role: Role) {
  const email = `${randomUUIDv7()}@example.org`
  return insertAdmin(db, { email, fullName: 'Ada Example', role, passwordHash: 'none', nowMs: now() })
}

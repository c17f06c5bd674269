import { ErrorBody } from '@health-console/contract/errors.ts'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../operations/demo/random.ts'
import { withDeclaredRoutes } from '../../testing/http/declared-routes.ts'
import { signedIn } from '../../testing/factories.ts'
import { faultRounds } from '../../testing/processes/fault-rounds.ts'
import { insertUsers } from '../../testing/users/insert-users.ts'
import { fuzzBytes } from '../../testing/http/fuzz-bytes.ts'
import { type FuzzedRoute, fuzzRequest } from '../../testing/http/fuzz-requests.ts'
import { readAnswer, sendRaw } from '../../testing/http/raw-request.ts'
import { makeSampleWeb } from '../../testing/http/sample-web.ts'

/** In 20 rounds these are 40,000 requests. */
const requestsEach = faultRounds > 10 ? 2_000 : 200
/** Signs in again, in case a request ends the session. */
const requestsPerSession = 100

test('no request to any route leads to an internal error', async () => {
  const { testApp, session, requests } = await startFuzzing()
  const statuses = new Set<number>()
  const broken: string[] = []
  for await (const request of requests) {
    const { statusCode, body } = await testApp.app.inject({ ...request, cookies: session().cookies })
    statuses.add(statusCode)
    if (!isWellPut(statusCode, body)) broken.push(`${JSON.stringify(request)} -> ${statusCode} ${body.slice(0, 500)}`)
  }
  expect(broken.slice(0, 5)).toEqual([])
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
  expect(loggedErrors(testApp.logLines)).toEqual([])
})

test('no bytes lead to an internal error, and every response has its security headers', async () => {
  const { testApp, session, requests, random } = await startFuzzing()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const statuses = new Set<number>()
  const broken: string[] = []
  for await (const request of requests) {
    const { bytes, isWhole } = fuzzBytes(random, request, cookieOf(session().cookies))
    const received = await sendRaw(testApp.app, bytes, isWhole)
    const answer = readAnswer(received)
    if (!answer && !isWhole) continue
    if (answer) statuses.add(answer.status)
    const body = bytes.startsWith('HEAD ') ? '' : (answer?.body ?? '')
    if (!answer || !isWellPut(answer.status, body) || !isProtected(answer.headers))
      broken.push(`${JSON.stringify(bytes.slice(0, 1_000))} -> ${received.slice(0, 1_000)}`)
  }
  expect(broken.slice(0, 5)).toEqual([])
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 431]))
  expect(loggedErrors(testApp.logLines)).toEqual([])
})

async function startFuzzing() {
  const { testApp, routes } = await withDeclaredRoutes({}, { webDirectory: makeSampleWeb() })
  await insertUsers(testApp, [{ firstName: 'Mara', lastName: 'Ångström', memberId: 'HM-1' }])
  const document = (await testApp.app.inject('/openapi.json')).json<Document>()
  const fuzzed: FuzzedRoute[] = [...routes, { method: 'GET', url: '/' }, { method: 'POST', url: '/v1/nothing' }]
    // Without a session most routes are not reached.
    .filter(({ url }) => !url.endsWith('/logout'))
    .map(({ method, url }) => ({ method, url, ...namesOf(document, method, url) }))
  const random = createRandom(faultRounds)
  let session = await signedIn(testApp, { role: 'super_admin' })

  async function* requests() {
    for (let count = 1; count <= faultRounds * requestsEach; count += 1) {
      if (count % requestsPerSession === 0) session = await signedIn(testApp, { role: 'super_admin' })
      yield fuzzRequest(random, pick(random, fuzzed))
    }
  }

  return { testApp, random, requests: requests(), session: () => session }
}

function pick<T>(random: Random, [first, ...others]: T[]): T {
  if (first === undefined) throw new Error('There are no routes')
  return random.pick([first, ...others])
}

type Schema = { $ref?: string; properties?: object }

type Operation = {
  parameters: { name: string; in: 'path' | 'query' }[]
  /** The body of a form or of lines is not JSON. */
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}

type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

function namesOf({ paths, components }: Document, method: string, url: string) {
  const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const query = operation?.parameters.filter((each) => each.in === 'query').map(({ name }) => name) ?? []
  const schema = operation?.requestBody?.content['application/json']?.schema ?? {}
  const { properties = {} } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  return { query, fields: Object.keys(properties) }
}

const cookieOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** Every error has the error envelope. */
function isWellPut(status: number, body: string): boolean {
  if (status >= 500) return false
  // A browser that navigates to an unknown page is shown the console's own page.
  if (status === 404 && body.startsWith('<!doctype html>')) return true
  return status < 400 || body === '' || ErrorBody.safeParse(JSON.parse(body)).success
}

const isProtected = (headers: Headers) =>
  ['x-content-type-options', 'content-security-policy', 'cache-control'].every((name) => headers.has(name))

const loggedErrors = (logLines: string[]) => logLines.filter((line) => JSON.parse(line).level === 'error')

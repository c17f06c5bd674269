import { ErrorBody } from '@health-console/contract/errors.ts'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { createRandom } from '../demo/random.ts'
import { withDeclaredRoutes } from '../testing/declared-routes.ts'
import { signedIn } from '../testing/factories.ts'
import { faultRounds } from '../testing/fault-rounds.ts'
import { insertUsers } from '../users/testing/insert-users.ts'
import { type FuzzedRoute, fuzzRequest, type Operation } from './testing/fuzz-requests.ts'

/** 100,000 in fifty rounds. */
const requestsEach = faultRounds > 10 ? 2_000 : 500
/** In case a request ends the session. */
const requestsPerSession = 100

test(
  'whatever is asked of whichever route, no answer is an error of the server',
  { timeout: 120_000 + faultRounds * 60_000 },
  async () => {
    const { testApp, routes } = await withDeclaredRoutes()
    await insertUsers(testApp, [{ firstName: 'Mara', lastName: 'Ångström', memberId: 'HM-1' }])
    const { paths } = (await testApp.app.inject('/openapi.json')).json()
    const fuzzed: FuzzedRoute[] = routes
      // signed out, most routes are not reached
      .filter(({ url }) => url.startsWith('/v1/') && !url.endsWith('/logout'))
      .map(({ method, url }) => ({ method, url, operation: operationOf(paths, method, url) }))
    const random = createRandom(faultRounds)
    const [first, ...others] = fuzzed
    if (!first) throw new Error('There are no routes')
    const statuses = new Map<number, number>()
    const broken: string[] = []
    let session = await signedIn(testApp, { role: 'super_admin' })
    for (let count = 0; count < faultRounds * requestsEach; count += 1) {
      if (count % requestsPerSession === 0) session = await signedIn(testApp, { role: 'super_admin' })
      const request = fuzzRequest(random, random.pick([first, ...others]))
      const answer = await testApp.app.inject({ ...request, cookies: session.cookies })
      const { statusCode } = answer
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      if (statusCode >= 500 || !isWellPut(answer)) {
        broken.push(`${JSON.stringify(request)} -> ${statusCode} ${answer.body.slice(0, 500)}`)
      }
    }
    expect(broken.slice(0, 5)).toEqual([])
    if (faultRounds > 10) console.warn(`answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]))
    expect(testApp.logLines.filter((line) => JSON.parse(line).level === 'error')).toEqual([])
  },
)

/** Every refusal of the API has the one envelope. */
function isWellPut({ statusCode, body }: LightMyRequestResponse): boolean {
  if (statusCode < 400 || body === '') return true
  return ErrorBody.safeParse(JSON.parse(body)).success
}

type Paths = Record<string, Record<string, Operation>>

function operationOf(paths: Paths, method: string, url: string): Operation | undefined {
  return paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

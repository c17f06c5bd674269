import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../testing/engines/database-settings.ts'
import { freshDatabase } from '../../testing/engines/engines.ts'
import { faultRounds } from '../../testing/processes/fault-rounds.ts'
import { findProgram } from '../../testing/processes/find-program.ts'
import { startNginx } from '../../testing/http/nginx.ts'
import { type LaunchedServer, launchServer, signInFirstAdmin } from '../../testing/processes/server-process.ts'

const isThorough = faultRounds > 10
const requestsAtLeast = isThorough ? 3_000 : 100
const roundsAtLeast = isThorough ? 5 : 1
/** As many clients as have a connection to each replica at all times; more would only keep the machine busy. */
const clients = isThorough ? 20 : 6
const pauseMs = 50
/** Longer than nginx excludes a replica after a failure: until then, there is no second one to send a request to. */
const excludedMs = 2_500
/** Two replicas behind nginx, and a signed-in admin. */
async function startReplicas() {
  const database = await freshDatabase()
  onTestFinished(() => database.remove())
  const settings = {
    ...databaseSettings(database),
    MAIL_DELIVERY: 'off',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'http://localhost:3000',
    // This is the default, which is longer than nginx excludes a replica.
    DRAIN_DELAY_SECONDS: '5',
  }
  const replicas: LaunchedServer[] = []
  onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.end('SIGKILL')))))
  while (replicas.length < 2) {
    const replica = await launchServer(settings)
    replicas.push(replica)
    await replica.ready()
  }
  const { port } = await startNginx(replicas.map(({ url }) => Number(new URL(url).port)))
  const origin = `http://127.0.0.1:${port}`
  return { replicas, origin, cookie: await signInFirstAdmin(origin) }
}

/** Clients that read and change continuously. A request whose connection broke counts with status 0. */
function startLoad(origin: string, cookie: string) {
  const statuses = new Map<string, number>()
  let sent = 0
  let isOver = false
  const headers = { cookie, 'content-type': 'application/json' }
  const call = (n: number) =>
    n % 5 === 0
      ? fetch(`${origin}/v1/admins/me`, { method: 'PATCH', headers, body: JSON.stringify({ fullName: `Ada ${n}` }) })
      : fetch(`${origin}/v1/users`, { headers })
  const client = async () => {
    while (!isOver) {
      const n = (sent += 1)
      const answer = await call(n).catch(() => undefined)
      await answer?.text().catch(() => undefined)
      await sleep(pauseMs)
      const kind = `${n % 5 === 0 ? 'PATCH' : 'GET'} ${answer?.status ?? 0}`
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    sent: () => sent,
    async end() {
      isOver = true
      await running
      return Object.fromEntries(statuses)
    },
  }
}

const relaunch = async (replicas: LaunchedServer[], index: number) => {
  const next = await launchServer(replicas[index]?.env ?? {})
  replicas[index] = next
  await next.ready()
}

test.skipIf(findProgram('nginx') === undefined)(
  '[operations-17] two replicas behind nginx that are restarted one after the other lose no request (only with nginx)',
  async () => {
    const { replicas, origin, cookie } = await startReplicas()
    const load = startLoad(origin, cookie)
    for (let round = 0; round < roundsAtLeast || load.sent() < requestsAtLeast; round += 1) {
      for (const index of replicas.keys()) {
        expect(await replicas[index]?.end('SIGTERM')).toBe(0)
        await relaunch(replicas, index)
      }
    }
    const statuses = await load.end()
    if (isThorough) console.warn('rolling restarts', statuses)
    expect(Object.keys(statuses).sort()).toEqual(['GET 200', 'PATCH 200'])
  },
)

// Not a skipped test in `npm test`, where it would take too long.
// oxlint-disable-next-line vitest/no-conditional-tests
if (isThorough) {
  test.skipIf(findProgram('nginx') === undefined)(
    'a replica that is killed under load loses at most the changes in progress (only with nginx)',
    async () => {
      const { replicas, origin, cookie } = await startReplicas()
      const load = startLoad(origin, cookie)
      for (let round = 0; round < roundsAtLeast || load.sent() < requestsAtLeast; round += 1) {
        await sleep(excludedMs)
        await replicas[round % 2]?.end('SIGKILL')
        await relaunch(replicas, round % 2)
      }
      const statuses = await load.end()
      console.warn('kills', statuses)
      const { 'PATCH 502': lost = 0, ...served } = statuses
      expect(Object.keys(served).sort()).toEqual(['GET 200', 'PATCH 200'])
      expect(lost).toBeLessThanOrEqual(clients * roundsAtLeast)
    },
  )
}

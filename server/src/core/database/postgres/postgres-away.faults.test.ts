import { ErrorBody } from '@health-console/contract/errors.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../../testing/engines/engines.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { openTcpProxy } from '../../../../testing/processes/tcp-proxy.ts'
import { type ServerProcess, startServerProcess } from '../../../../testing/processes/server-process.ts'

const isThorough = faultRounds > 10
const awayMs = isThorough ? 30_000 : 500
const readersAtOnce = 8
/** Without it, the clients would keep the machine busy that the server needs. */
const pauseMs = 20
/** This is more than the connections of the pool. */
const heldAtOnce = 24
const waiting = { timeout: 60_000 }

type Phase = 'there' | 'going' | 'away' | 'coming back'

test('while PostgreSQL is down every request fails with 503, and succeeds when it is back', async () => {
  const { proxy, server } = await startBehindProxy()
  const load = startLoad(server)
  await load.untilAllAreServed()
  load.enter('going')
  await proxy.cut()
  load.enter('away')
  await sleep(awayMs)
  await load.untilOneIsAnswered()
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  const rejected = await server.call('PATCH', '/v1/admins/me', { fullName: 'Not Saved' })
  expect([rejected.status, ErrorBody.parse(await rejected.json()).error.code]).toEqual([503, 'unavailable'])

  load.enter('coming back')
  await proxy.reconnect()
  await load.untilAllAreServed()
  load.enter('there')
  await load.untilAllAreServed()
  const statuses = await load.end()
  expect(statuses('away')).toEqual(new Set([503]))
  expect(statuses('there')).toEqual(new Set([200]))
  // Requests in progress during a change may have either result.
  for (const change of ['going', 'between'] as const)
    expect([...statuses(change)].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await server.call('PATCH', '/v1/admins/me', { fullName: 'Saved Again' })).status).toBe(200)
  await server.stop()
})

test('while packets to PostgreSQL are lost every request fails with 503, and succeeds when they arrive again', async () => {
  // Under `npm run test:faults`, the test waits for the server's own timeout.
  const { proxy, server } = await startBehindProxy(isThorough ? {} : { query_timeout: '5000' })
  for (let round = 0; round < (isThorough ? 5 : 1); round += 1) {
    const load = startLoad(server)
    await load.untilAllAreServed()
    proxy.stop()
    load.enter('away')
    const held = Array.from({ length: heldAtOnce }, () => server.call('GET', '/v1/users'))
    const saved = server.call('PATCH', '/v1/admins/me', { fullName: 'Perhaps Saved' })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([503]))
    expect((await saved).status).toBe(503)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await load.untilOneIsAnswered()

    load.enter('coming back')
    proxy.resume()
    await load.untilAllAreServed()
    load.enter('there')
    await load.untilAllAreServed()
    expect((await server.call('PATCH', '/v1/admins/me', { fullName: 'Saved Again' })).status).toBe(200)
    const statuses = await load.end()
    expect(statuses('away')).toEqual(new Set([503]))
    expect(statuses('there')).toEqual(new Set([200]))
  }
  await server.stop()
}, 600_000)

async function startBehindProxy(parameters: Record<string, string> = {}) {
  const database = await freshDatabase()
  onTestFinished(() => database.remove())
  const proxy = await openTcpProxy(new URL(database.databaseUrl ?? ''))
  const url = new URL(proxy.url)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const server = await startServerProcess({ ...database, databaseUrl: url.href })
  onTestFinished(() => server.kill())
  return { proxy, server }
}

/** Readers that send requests continuously, and their responses in each phase. */
function startLoad(server: ServerProcess) {
  const answers: { reader: number; during: Phase | 'between'; status: number }[] = []
  let during: Phase = 'there'
  let isOver = false
  const read = async (reader: number) => {
    while (!isOver) {
      const begun = during
      const { status } = await server.call('GET', '/v1/users')
      answers.push({ reader, during: begun === during ? during : 'between', status })
      await sleep(pauseMs)
    }
  }
  const readers = Promise.all(Array.from({ length: readersAtOnce }, (_, reader) => read(reader)))
  const served = () => answers.filter((each) => each.during === during && each.status === 200)
  return {
    enter: (phase: Phase) => void (during = phase),
    async untilOneIsAnswered() {
      await expect.poll(() => answers.some((each) => each.during === during), waiting).toBe(true)
    },
    async untilAllAreServed() {
      await expect.poll(() => new Set(served().map(({ reader }) => reader)).size, waiting).toBe(readersAtOnce)
    },
    async end() {
      isOver = true
      await readers
      return (when: Phase | 'between') =>
        new Set(answers.filter((each) => each.during === when).map(({ status }) => status))
    },
  }
}

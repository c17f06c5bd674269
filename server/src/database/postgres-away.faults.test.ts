import { ErrorBody } from '@health-console/contract/errors.ts'
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/engines.ts'
import { faultRounds } from '../testing/fault-rounds.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

const awayMs = faultRounds > 10 ? 30_000 : 2_000
const readersAtOnce = 8

type Phase = 'there' | 'away' | 'coming back'

test('while PostgreSQL is away every call is 503, and when it is back all goes on', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.remove())
  const road = await openRoad(new URL(database.databaseUrl ?? ''))
  const server = await startServerProcess({ ...database, databaseUrl: road.url })
  onTestFinished(() => server.kill())
  const answers: { during: Phase; status: number }[] = []
  let during: Phase = 'there'
  let isOver = false
  const read = async () => {
    while (!isOver) {
      const asked = during
      const { status } = await server.call('GET', '/v1/users')
      // what was on its way at a change may have either end
      if (asked === during) answers.push({ during, status })
    }
  }
  const readers = Promise.all(Array.from({ length: readersAtOnce }, read))

  await untilStatus(server, 200)
  road.cut()
  during = 'away'
  await sleep(awayMs)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  const refused = await server.call('PATCH', '/v1/admins/me', { fullName: 'Not Saved' })
  expect([refused.status, ErrorBody.parse(await refused.json()).error.code]).toEqual([503, 'unavailable'])

  during = 'coming back'
  await road.mend()
  await untilStatus(server, 200)
  during = 'there'
  await sleep(500)
  isOver = true
  await readers
  const statuses = (when: Phase) => new Set(answers.filter((each) => each.during === when).map(({ status }) => status))
  expect(statuses('away')).toEqual(new Set([503]))
  expect(statuses('there')).toEqual(new Set([200]))
  expect((await server.call('PATCH', '/v1/admins/me', { fullName: 'Saved Again' })).status).toBe(200)
  await server.stop()
})

async function untilStatus(server: ServerProcess, status: number): Promise<void> {
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 60_000 }).toBe(status)
}

/** The way to a database, which can be cut: connections are lost and new ones refused. */
async function openRoad(target: URL) {
  const travellers = new Set<Socket>()
  const gate = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      travellers.add(end)
      end.pipe(other)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        travellers.delete(end)
        other.destroy()
      })
    }
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const address = gate.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = new URL(target)
  url.port = String(port)
  const cut = () => {
    gate.close()
    for (const traveller of travellers) traveller.destroy()
  }
  onTestFinished(cut)
  return {
    url: url.href,
    cut,
    async mend() {
      gate.listen(port, '127.0.0.1')
      await once(gate, 'listening')
    },
  }
}

// Requests per second with 16 clients, restart to ready, idle memory, on the demo's data
import { setTimeout as sleep } from 'node:timers/promises'
import { launchServer, signInFirstAdmin } from '../server/testing/processes/server-process.ts'
import { request, requestFor, withoutBulkLimits } from './support/clients.ts'
import { newFolder } from './support/folder.ts'
import { memoryBytes } from './support/memory.ts'
import { describeTimes } from './support/times.ts'

const secondsEach = 5
const restarts = 7
const settleMs = 5_000

const dataDir = newFolder()
const first = await startServer()
console.log(`first start with demo data: ready after ${first.readyMs.toFixed(0)} ms`)
await first.stop()

const readyTimes: number[] = []
for (let round = 0; round < restarts; round += 1) {
  const server = await startServer()
  readyTimes.push(server.readyMs)
  await server.stop()
}
console.log(`restart to ready: ${describeTimes(readyTimes).replace('requests', 'restarts')}`)

const server = await startServer()
await sleep(settleMs)
console.log(`idle memory after the start: ${server.memory()}`)
const cookie = await server.signIn()
const { data: users } = JSON.parse(String(await request(`${server.url}/v1/users`, { cookie })))
const id: string = users[3].id
for (const location of [
  '/healthz',
  '/v1/auth/admin/me',
  '/v1/users',
  '/v1/users?search=son',
  `/v1/users/${id}`,
  `/v1/users/${id}/reports`,
]) {
  await measure(location.replace(id, '…'), `${server.url}${location}`, cookie)
}
await sleep(settleMs)
console.log(`idle memory after that: ${server.memory()}`)
await server.stop()

async function startServer() {
  const startedAt = performance.now()
  const { url, pid, ready, end } = await launchServer({
    DATA_DIR: dataDir,
    DEMO: '1',
    MAIL_DELIVERY: 'off',
    LOG_LEVEL: 'silent',
    ...withoutBulkLimits,
  })
  await ready()
  return {
    url,
    readyMs: performance.now() - startedAt,
    memory() {
      const [all, own] = (['VmRSS', 'RssAnon'] as const).map((field) => (memoryBytes(pid, field) / 2 ** 20).toFixed(0))
      return `${all} MiB resident, of which ${own} MiB its own`
    },
    signIn: () => signInFirstAdmin(url),
    stop: () => end('SIGTERM'),
  }
}

async function measure(name: string, url: string, cookie: string): Promise<void> {
  const { times, tookSeconds } = await requestFor(secondsEach, (agent) => request(url, { cookie }, agent))
  const perSecond = (times.length / tookSeconds).toFixed(0)
  console.log(`${name.padEnd(24)} ${perSecond.padStart(6)} a second, ${describeTimes(times)}`)
}

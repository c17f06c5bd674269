// Requests per second with 16 clients, restart to ready, idle memory, on the demo's data
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchServer, signInFirstAdmin } from '../server/testing/server-process.ts'
import { endOnSignal } from './support/end-on-signal.ts'
import { describeTimes } from './support/times.ts'

endOnSignal()

const clients = 16
const secondsEach = 5
const restarts = 7
const settleMs = 5_000

const dataDir = mkdtempSync(path.join(tmpdir(), 'console-bench-'))
try {
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
  const { data: users } = JSON.parse((await get(server.port, '/v1/users', cookie)).body)
  const id: string = users[3].id
  for (const location of [
    '/healthz',
    '/v1/auth/admin/me',
    '/v1/users',
    '/v1/users?search=son',
    `/v1/users/${id}`,
    `/v1/users/${id}/reports`,
  ]) {
    await measure(server.port, location.replace(id, '…'), location, cookie)
  }
  await sleep(settleMs)
  console.log(`idle memory after that: ${server.memory()}`)
  await server.stop()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function startServer() {
  const startedAt = performance.now()
  const { url, pid, ready, end } = await launchServer({
    DATA_DIR: dataDir,
    DEMO: '1',
    MAIL: 'off',
    LOG_LEVEL: 'silent',
  })
  await ready()
  return {
    port: Number(new URL(url).port),
    readyMs: performance.now() - startedAt,
    memory() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1])
      return `${(kilobytes('VmRSS') / 1024).toFixed(0)} MiB resident, of which ${(kilobytes('RssAnon') / 1024).toFixed(0)} MiB its own`
    },
    signIn: () => signInFirstAdmin(url),
    stop: () => end('SIGTERM'),
  }
}

async function measure(port: number, name: string, location: string, cookie: string): Promise<void> {
  const times: number[] = []
  const endsAt = performance.now() + secondsEach * 1000
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  async function client(): Promise<void> {
    while (performance.now() < endsAt) {
      const startedAt = performance.now()
      const { status } = await get(port, location, cookie, agent)
      if (status !== 200) throw new Error(`${location}: ${status}`)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  const perSecond = (times.length / secondsEach).toFixed(0)
  console.log(`${name.padEnd(24)} ${perSecond.padStart(6)} a second, ${describeTimes(times)}`)
}

async function get(port: number, location: string, cookie: string, agent?: Agent) {
  const call = request({ host: '127.0.0.1', port, path: location, headers: { cookie }, ...(agent && { agent }) }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode, body }
}

// Users and reports of 2 kB written with a token while a page is read, and import-users with and without a running
// server
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { WrittenLines } from '../contract/src/users/product-writes.ts'
import { type ServerProcess, startServerProcess } from '../server/testing/processes/server-process.ts'
import { withoutBulkLimits } from './support/clients.ts'
import { onEachEngine, withDatabase } from './support/engines.ts'
import { newFolder } from './support/folder.ts'
import { importUsers } from './support/import-users.ts'
import { writeUserLines } from './support/user-lines.ts'
import { describeTimes, seconds } from './support/times.ts'
import { whileReading } from './support/while-reading.ts'

const amount = Number(process.env['BENCH_USERS'] ?? 20_000)
const linesOfBody = { users: 5_000, reports: 2_500 }
const pages = ['/v1/users', '/v1/users?page=40', '/v1/users?search=mar', '/v1/users?page=7&sort=memberId']

const file = path.join(newFolder(), 'users.ndjson')
await writeUserLines(file, amount)
const imported = readFileSync(file, 'utf8').trimEnd().split('\n')
const users = imported.map((line) => line.replace('"id":"', '"id":"b-'))
const reports = users.map((_line, index) => {
  const report = { reportId: `r${index}`, generatedAt: 1_795_120_200 + index, values: 'x'.repeat(1_900) }
  return JSON.stringify({ userId: `u${index % 1_000}`, report })
})

await onEachEngine(async (engine, where) => {
  await withDatabase(where, async (database) => {
    const alone = await seconds(() => importUsers(database, where, file))
    console.log(`${engine} import-users alone: ${describe(alone)}`)
  })
})

await onEachEngine(async (engine, where) => {
  const server = await startServerProcess(where, withoutBulkLimits)
  try {
    await withDatabase(where, async (database) => {
      const [took, waited] = await whileReading(server, pages, () => seconds(() => importUsers(database, where, file)))
      console.log(`${engine} import-users beside a server: ${describe(took)}; the reader: ${describeTimes(waited)}`)
    })
    const token = await makeToken(server)
    for (const [noun, lines] of [
      ['users', users],
      ['reports', reports],
    ] as const) {
      const [took, waited] = await whileReading(server, pages, () => seconds(() => send(server, token, noun, lines)))
      console.log(`${engine} POST /machine/v1/${noun}: ${describe(took)}; the reader: ${describeTimes(waited)}`)
    }
  } finally {
    await server.stop()
  }
})

function describe(took: number): string {
  return `${took.toFixed(1)} s, ${Math.round(amount / took).toLocaleString('en')} a second`
}

async function makeToken(server: ServerProcess): Promise<string> {
  const account = await server.call('POST', '/v1/service-accounts', {
    name: 'Bench',
    scopes: ['users:write', 'reports:write'],
  })
  const { data } = (await account.json()) as { data: { id: string } }
  const made = await server.call('POST', `/v1/service-accounts/${data.id}/tokens`, {})
  return ((await made.json()) as { data: { token: string } }).data.token
}

/** Two batches at a time, the most that a token may send. */
async function send(server: ServerProcess, token: string, noun: keyof typeof linesOfBody, lines: string[]) {
  const size = linesOfBody[noun]
  const bodies = Array.from({ length: Math.ceil(lines.length / size) }, (_, index) =>
    lines
      .slice(index * size, (index + 1) * size)
      .map((line) => `${line}\n`)
      .join(''),
  ).values()
  const sender = async () => {
    for (const body of bodies) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
      const answer = await fetch(`${server.url}/machine/v1/${noun}`, { method: 'POST', headers, body })
      const { applied } = (await answer.json()) as WrittenLines
      if (!answer.ok || applied === 0) throw new Error(`${answer.status} for ${noun}`)
    }
  }
  await Promise.all([sender(), sender()])
}

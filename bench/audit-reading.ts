// Each filter of the audit log, and users' own logs over HTTP, at 10,000,000 entries on both engines
import { auditActionGroups, type AuditActionGroup } from '@health-console/contract/audit/actions.ts'
import { createAuditLog } from '../server/src/core/audit/store.ts'
import { readFilter } from '../server/src/features/audit-events/search/read-query.ts'
import { searchEvents } from '../server/src/features/audit-events/search/search.ts'
import type { Database } from '../server/src/core/database/open.ts'
import { createRandom } from '../server/src/operations/demo/random.ts'
import { toNewUser } from '../server/src/features/users/store.ts'
import { type ServerProcess, startServerProcess } from '../server/testing/processes/server-process.ts'
import { type BenchDatabase, onEachEngine, withDatabase } from './support/engines.ts'
import { fillAuditLog, type FilledLog } from './support/fill-audit-log.ts'
import { describeTimes, time } from './support/times.ts'

const amount = Number(process.env['BENCH_EVENTS'] ?? 10_000_000)
const rounds = 100
const limit = 50
const random = createRandom(5)
const anyOf = <T>(items: readonly T[]) => items[random.between(0, items.length - 1)] as T

await onEachEngine(async (engine, where) => {
  let filled: FilledLog | undefined
  await withDatabase(where, async (database) => {
    const startedAt = performance.now()
    filled = await fillAuditLog(database.db, database.engine, amount)
    console.log(`${engine} filled with ${amount} entries in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    await measure(engine, database, filled)
    await insertUsers(database, filled.userIds)
  })
  if (filled) await measureAccesses(engine, where, filled.userIds)
})

async function measure(engine: string, { db, engine: own }: Database, filled: FilledLog): Promise<void> {
  const context = { db, engine: own, audit: createAuditLog(db, own, Date.now) }
  await searchEvents(context, { filter: readFilter({}), after: null, limit })
  for (const [name, request] of questions(filled)) {
    const times: number[] = []
    let entries = 0
    for (let round = 0; round < rounds; round += 1) {
      const { query, sequence } = request()
      const after = sequence === undefined ? null : { atMs: filled.fromMs + sequence * filled.stepMs, sequence }
      const startedAt = performance.now()
      const found = await searchEvents(context, { filter: readFilter(query), after, limit })
      times.push(performance.now() - startedAt)
      if (found === 'too-many') throw new Error(`${name}: too many ids`)
      entries += found.events.length
    }
    print(engine, name, entries, times)
  }
}

/** `GET /machine/v1/users/{id}/accesses`, with its audit entry. */
async function measureAccesses(engine: string, where: BenchDatabase, userIds: string[]): Promise<void> {
  const server = await startServerProcess(where)
  try {
    const headers = { authorization: `Bearer ${await makeToken(server)}` }
    for (const [name, ids] of Object.entries({
      'any user': userIds,
      'a user of the first page': userIds.slice(0, 20),
    })) {
      const times: number[] = []
      let entries = 0
      for (let round = 0; round < 10 * rounds; round += 1) {
        const url = `${server.url}/machine/v1/users/${anyOf(ids)}/accesses`
        times.push(
          await time(async () => {
            const answer = await fetch(url, { headers })
            if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
            entries += ((await answer.json()) as { data: unknown[] }).data.length
          }),
        )
      }
      print(engine, `accesses over HTTP: ${name}`, entries / 10, times)
    }
  } finally {
    await server.stop()
  }
}

async function makeToken(server: ServerProcess): Promise<string> {
  const account = await server.call('POST', '/v1/service-accounts', { name: 'Bench', scopes: ['accesses:read'] })
  const { data } = (await account.json()) as { data: { id: string } }
  const made = await server.call('POST', `/v1/service-accounts/${data.id}/tokens`, {})
  return ((await made.json()) as { data: { token: string } }).data.token
}

async function insertUsers({ db }: Database, userIds: string[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += 500) {
    const rows = userIds.slice(at, at + 500).map((id, index) => toNewUser({ id, memberId: `HM-${at + index}` }))
    await db.insertInto('endUsers').values(rows).execute()
  }
}

function print(engine: string, name: string, entries: number, times: number[]): void {
  const mean = (entries / rounds).toFixed(0).padStart(3)
  console.log(`${engine} ${name.padEnd(44)} ${mean} entries, ${describeTimes(times)}`)
}

type Question = { query: Parameters<typeof readFilter>[0]; sequence?: number }

function questions({ userIds, actorIds, sequences, fromMs, stepMs }: FilledLog): [string, () => Question][] {
  const groups = Object.keys(auditActionGroups) as AuditActionGroup[]
  const sequence = () => random.between(1, sequences)
  const actor = () => anyOf(actorIds)
  const group = () => anyOf(groups)
  const anyUser = () => `user:${anyOf(userIds)}`
  const ofFirstPage = () => `user:${anyOf(userIds.slice(0, 20))}`
  const days = () => {
    const from = fromMs + sequence() * stepMs * 0.9
    const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
    return { from: day(from), to: day(from + random.between(0, 90) * 86_400_000) }
  }
  return [
    ['first page', () => ({ query: {} })],
    ['any page', () => ({ query: {}, sequence: sequence() })],
    ['person', () => ({ query: { actor: actor() } })],
    ['action', () => ({ query: { group: group() } })],
    ['outcome', () => ({ query: { outcome: anyOf(['ok', 'denied', 'failed']) } })],
    ['days', () => ({ query: days() })],
    ['about: any user', () => ({ query: { subject: anyUser() } })],
    ['about: a user of the first page', () => ({ query: { subject: ofFirstPage() } })],
    ['who has seen: any user', () => ({ query: { subject: anyUser(), seen: 'true' } })],
    ['who has seen: a user of the first page', () => ({ query: { subject: ofFirstPage(), seen: 'true' } })],
    ['id of a request', () => ({ query: { text: `request-${sequence()}` } })],
    ['beginning of an id', () => ({ query: { text: anyOf(userIds).slice(0, 13) } })],
    ['id of a user', () => ({ query: { text: anyOf(userIds.slice(0, 20)) } })],
    ['person and action', () => ({ query: { actor: actor(), group: group() } })],
    ['person and days, any page', () => ({ query: { actor: actor(), ...days() }, sequence: sequence() })],
    ['action, outcome and days', () => ({ query: { group: group(), outcome: 'denied', ...days() } })],
    ['about (first page) and action', () => ({ query: { subject: ofFirstPage(), group: group() } })],
    ['about (first page) and person', () => ({ query: { subject: ofFirstPage(), actor: actor() } })],
    ['about (any user) and by', () => ({ query: { subject: anyUser(), actor: actor() } })],
    [
      'about, person, action and days',
      () => ({ query: { subject: ofFirstPage(), actor: actor(), group: group(), ...days() } }),
    ],
    [
      'about, person and id',
      () => ({ query: { subject: ofFirstPage(), actor: actor(), text: anyOf(userIds.slice(0, 20)) } }),
    ],
  ]
}

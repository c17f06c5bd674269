// Each filter of the audit log, and combinations of them, at 10,000,000 entries on both engines
import { auditActionGroups, type AuditActionGroup } from '@health-console/contract/audit-actions.ts'
import { createAuditLog } from '../server/src/core/audit/store.ts'
import { everyKind, readFilter } from '../server/src/features/audit-events/search/read-query.ts'
import { searchEvents } from '../server/src/features/audit-events/search/search.ts'
import type { Database } from '../server/src/core/database/open.ts'
import { createRandom } from '../server/src/operations/demo/random.ts'
import { nameForUser } from '../server/src/features/user-accesses/name-actor.ts'
import { readAccesses } from '../server/src/features/user-accesses/read-accesses.ts'
import { shownKinds } from '../server/src/features/user-accesses/routes.ts'
import { onEachDatabase } from './support/engines.ts'
import { fillAuditLog, type FilledLog } from './support/fill-audit-log.ts'
import { describeTimes } from './support/times.ts'

const amount = Number(process.env['BENCH_EVENTS'] ?? 10_000_000)
const rounds = 100
const limit = 50
const random = createRandom(5)
const anyOf = <T>(items: readonly T[]) => items[random.between(0, items.length - 1)] as T

await onEachDatabase(async (engine, database) => {
  const startedAt = performance.now()
  const filled = await fillAuditLog(database.db, database.engine, amount)
  console.log(`${engine} filled with ${amount} entries in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  await measure(engine, database, filled)
})

async function measure(engine: string, { db, engine: own }: Database, filled: FilledLog): Promise<void> {
  const context = { db, engine: own, audit: createAuditLog(db, own, Date.now) }
  const firstPage = filled.userIds.slice(0, 20)
  await searchEvents(context, { filter: readFilter({}), everyKind, after: null, limit })
  for (const [name, request] of questions(filled)) {
    const times: number[] = []
    let entries = 0
    for (let round = 0; round < rounds; round += 1) {
      const { query, sequence } = request()
      const after = sequence === undefined ? null : { atMs: filled.fromMs + sequence * filled.stepMs, sequence }
      const startedAt = performance.now()
      const found = await searchEvents(context, { filter: readFilter(query), everyKind, after, limit })
      times.push(performance.now() - startedAt)
      if (found === 'too-many') throw new Error(`${name}: too many ids`)
      entries += found.events.length
    }
    print(engine, name, entries, times)
  }
  for (const [name, userIds] of Object.entries({ 'any user': filled.userIds, 'a user of the first page': firstPage })) {
    const times: number[] = []
    let entries = 0
    for (let round = 0; round < rounds; round += 1) {
      const userId = anyOf(userIds)
      const startedAt = performance.now()
      const question = { userId, untilMs: Number.MAX_SAFE_INTEGER - 1, kinds: shownKinds, after: null, limit: 100 }
      entries += (await readAccesses(context, question, nameForUser(true))).accesses.length
      times.push(performance.now() - startedAt)
    }
    print(engine, `accesses for the product: ${name}`, entries, times)
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

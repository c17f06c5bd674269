// Importing, listing and searching 1,000,000 users on both engines, over HTTP and compared with the bare query
import path from 'node:path'
import type { Database } from '../server/src/core/database/open.ts'
import type { UserSortKey } from '../contract/src/users/users.ts'
import { createRandom } from '../server/src/operations/demo/random.ts'
import { startServerProcess } from '../server/testing/processes/server-process.ts'
import { findUsers } from '../server/testing/users/find-users.ts'
import { withoutBulkLimits } from './support/clients.ts'
import { onEachDatabase } from './support/engines.ts'
import { newFolder } from './support/folder.ts'
import { importUsers } from './support/import-users.ts'
import { writeUserLines } from './support/user-lines.ts'
import { measureScans } from './support/search-scans.ts'
import { describeTimes, seconds, time } from './support/times.ts'

const amount = Number(process.env['BENCH_USERS'] ?? 1_000_000)
/** The share of users with the same surname, such as 0.4. */
const share = Number(process.env['BENCH_SHARED_SURNAME'] ?? 0)
const rounds = 300
const limit = 20
const narrowHits = 50_000
const sampledTerms = 600

const file = path.join(newFolder(), 'users.ndjson')
await writeUserLines(file, amount, { nguyen: share })
await onEachDatabase(async (engine, database, where) => {
  const took = await seconds(() => importUsers(database, where, file))
  console.log(`${engine} import of ${amount} users: ${took.toFixed(0)} s`)
  await measure(engine, database, where)
})

type Question = { search: string; page: number; sort?: UserSortKey }

async function measure(
  engine: string,
  database: Database,
  where: { dataDir: string; databaseUrl: string | undefined },
) {
  const request = ({ search, page, sort }: Question) =>
    findUsers(database, search, { offset: (page - 1) * limit, limit }, { sort, order: 'asc' })
  const server = await startServerProcess(where, {
    SESSION_IDLE_MINUTES: '1440',
    SESSION_HOURS: '168',
    ...withoutBulkLimits,
  })
  try {
    for (const [kind, questions] of await makeQuestions(request)) {
      const bare: number[] = []
      const overHttp: number[] = []
      // The two alternate, so that other load on the machine affects both.
      for (const question of questions) {
        bare.push(await time(() => request(question)))
        const { search, page, sort } = question
        const query = new URLSearchParams({ search, page: String(page), ...(sort && { sort }) })
        overHttp.push(
          await time(async () => {
            const answer = await server.call('GET', `/v1/users?${query}`)
            if (!answer.ok) throw new Error(`${answer.status} for ${query}`)
            await answer.arrayBuffer()
          }),
        )
      }
      console.log(`${engine} ${kind.padEnd(42)} query ${describeTimes(bare)}`)
      console.log(`${engine} ${''.padEnd(42)} HTTP  ${describeTimes(overHttp)}`)
    }
    const { searches, health } = await measureScans(server.url)
    console.log(`${engine} ${'2 letters, 16 sessions at once'.padEnd(42)} HTTP  ${describeTimes(searches)}`)
    console.log(`${engine} ${'/healthz meanwhile'.padEnd(42)} HTTP  ${describeTimes(health)}`)
  } finally {
    await server.stop()
  }
}

/** Every run uses the same queries. Searches are parts of existing names, grouped by their number of results. */
async function makeQuestions(
  request: (
    question: Question,
  ) => Promise<{ total: number; users: { id: string; memberId: string; firstName: string; lastName: string }[] }>,
) {
  const random = createRandom(11)
  const lastPage = Math.ceil(amount / limit)
  const anyPage = () => random.between(1, lastPage)
  const anyUser = async () => {
    const { users } = await request({ search: '', page: anyPage() })
    const user = users[random.between(0, users.length - 1)]
    if (!user) throw new Error('an empty page')
    return user
  }
  const term = async (length: number) => {
    const user = await anyUser()
    const name = random.chance(0.5) ? user.firstName : user.lastName
    const start = length < 3 ? 0 : random.between(0, Math.max(0, name.length - length))
    return name.slice(start, start + length)
  }
  const terms: { search: string; total: number }[] = []
  for (let index = 0; index < sampledTerms; index += 1) {
    const search = await term(1 + (index % 6))
    terms.push({ search, total: (await request({ search, page: 1 })).total })
  }
  const search = (from: number, to: number, isMeant: (total: number) => boolean) => () => {
    const meant = terms.filter((each) => each.search.length >= from && each.search.length <= to && isMeant(each.total))
    const chosen = meant[random.between(0, meant.length - 1)]
    return chosen && { search: chosen.search, page: random.between(1, Math.ceil(chosen.total / limit)) }
  }
  const narrow = (total: number) => total > 0 && total <= narrowHits
  const kinds: [string, () => Promise<Question | undefined> | Question | undefined][] = [
    ['first page', () => ({ search: '', page: 1 })],
    ['any page', () => ({ search: '', page: anyPage() })],
    ['last page', () => ({ search: '', page: lastPage })],
    ['3 letters, up to 50,000 hits, any page', search(3, 3, narrow)],
    ['3 letters, 25,000 to 50,000 hits, any page', search(3, 3, (total) => narrow(total) && total > narrowHits / 2)],
    ['4 to 6 letters, any page', search(4, 6, narrow)],
    [
      'full name',
      async () => {
        const user = await anyUser()
        return { search: `${user.firstName} ${user.lastName}`, page: 1 }
      },
    ],
    ['member id', async () => ({ search: (await anyUser()).memberId, page: 1 })],
    ['id', async () => ({ search: (await anyUser()).id, page: 1 })],
    ['3 letters, more than 50,000 hits, any page', search(3, 3, (total) => total > narrowHits)],
    ['2 letters, any page', search(2, 2, (total) => total > 0)],
    ['1 letter, any page', search(1, 1, (total) => total > 0)],
    ['found in every member id, first page', () => ({ search: 'HM-1', page: 1 })],
    ['found in every member id, any page', () => ({ search: 'HM-1', page: anyPage() })],
    [
      'the shared surname, any page',
      () => (share > 0 ? { search: 'Nguyen', page: random.between(1, Math.ceil(lastPage * share)) } : undefined),
    ],
  ]
  const sorted = kinds
    .filter(([kind]) => /^(any page|3 letters|found)/.test(kind))
    .flatMap(([kind, question]) =>
      (['memberId', 'dateOfBirth'] as const).map((sort): (typeof kinds)[number] => [
        `${kind}, by ${sort}`,
        async () => {
          const chosen = await question()
          return chosen && { ...chosen, sort }
        },
      ]),
    )
  const chosen: [string, Question[]][] = []
  for (const [kind, question] of [...kinds, ...sorted]) {
    const questions: Question[] = []
    for (let round = 0; round < (kind.startsWith('found in every') ? rounds / 5 : rounds); round += 1) {
      const next = await question()
      if (next) questions.push(next)
    }
    if (questions.length > 0) chosen.push([kind, questions])
  }
  return chosen
}

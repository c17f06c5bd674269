// How pages and searches of the users list grow, from 10,000 to 10 million users, drawn as growth.svg beside this file
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../server/src/core/database/open.ts'
import { createRandom } from '../server/src/operations/demo/random.ts'
import { findUsers } from '../server/testing/users/find-users.ts'
import { onEachDatabase } from './support/engines.ts'
import { newFolder } from './support/folder.ts'
import { drawGrowth, type Line } from './support/growth-chart.ts'
import { importUsers } from './support/import-users.ts'
import { writeUserLines } from './support/user-lines.ts'
import { atShare, median, seconds, time } from './support/times.ts'

/** `BENCH_SIZES` lists other sizes, such as 10000,100000, and leaves the chart as it is. */
const sizes = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000,10000000').split(',').map(Number)
/** Importing more users takes hours on SQLite. */
const mostOnSqlite = 1_000_000
const limit = 20
const pages = 200
const terms = 200
const narrowHits = 50_000
/** A quarter of the memory of these machines, as PostgreSQL's manual recommends. */
const postgres = { isDurable: true, settings: '-c shared_buffers=6GB -c max_wal_size=16GB' }

const colors = { 'any page': '#1d4ed8', '3 letters': '#b45309' }
const lines = new Map<string, Line>()

console.log('median / p99 / longest, milliseconds')
for (const size of sizes) {
  const file = path.join(newFolder(), 'users.ndjson')
  await writeUserLines(file, size)
  await onEachDatabase(async (engine, database, where) => {
    if (engine.startsWith('SQLite') && size > mostOnSqlite) return
    const tookSeconds = await seconds(() => importUsers(database, where, file))
    console.log(`${engine} ${size} users, imported in ${tookSeconds.toFixed(0)} s`)
    for (const [kind, times] of Object.entries(await measure(database, size))) {
      if (times.length === 0) continue
      const shown = [median(times), atShare(times, 0.99), atShare(times, 1)].map((ms) => ms.toFixed(1)).join(' / ')
      console.log(`${engine} ${size} ${kind.padEnd(20)} ${shown} (${times.length})`)
      if (kind in colors) draw(`${engine.trim()}, ${kind}`, kind as keyof typeof colors, [size, median(times)])
    }
  }, postgres)
}
if (!process.env['BENCH_SIZES']) {
  writeFileSync(new URL('./growth.svg', import.meta.url), drawGrowth([...lines.values()]))
}

function draw(name: string, kind: keyof typeof colors, point: [users: number, ms: number]): void {
  const line = lines.get(name) ?? { name, color: colors[kind], isDashed: name.startsWith('SQLite'), points: [] }
  line.points.push(point)
  lines.set(name, line)
}

async function measure(database: Database, size: number): Promise<Record<string, number[]>> {
  const random = createRandom(11)
  const request = (text: string, page: number) => findUsers(database, text, { offset: (page - 1) * limit, limit })
  const anyPageOf = (total: number) => random.between(1, Math.ceil(total / limit))
  const repeat = async (amount: number, once: () => Promise<number>) => {
    const times: number[] = []
    for (let round = 0; round < amount; round += 1) times.push(await once())
    return times
  }
  const part = async () => {
    const { users } = await request('', anyPageOf(size))
    const user = random.pick(users as [(typeof users)[number]])
    const name = random.chance(0.5) ? user.firstName : user.lastName
    const start = random.between(0, Math.max(0, name.length - 3))
    return name.slice(start, start + 3).toLowerCase()
  }

  const search = { '3 letters': [] as number[], '3 letters, broad': [] as number[] }
  const searched = new Set<string>()
  for (let round = 0; round < terms; round += 1) {
    const text = await part()
    if (text.length < 3 || searched.has(text)) continue
    searched.add(text)
    let total = 0
    const firstPageMs = await time(async () => ({ total } = await request(text, 1)))
    const anyPageMs = await time(() => request(text, anyPageOf(total)))
    search[total > narrowHits ? '3 letters, broad' : '3 letters'].push(firstPageMs, anyPageMs)
  }
  return {
    'first page': await repeat(pages, () => time(() => request('', 1))),
    'any page': await repeat(pages, () => time(() => request('', anyPageOf(size)))),
    ...search,
    'all users': await repeat(pages / 10, () => time(() => request('HM-', anyPageOf(size)))),
  }
}

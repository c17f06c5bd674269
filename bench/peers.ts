// The users list compared with AdminJS, Strapi and Directus, which it installs elsewhere: 20,000 and 1,000,000 users,
// first row in a browser
import { homedir } from 'node:os'
import path from 'node:path'
import { namePools } from '../server/src/operations/demo/names.ts'
import { findPostgresBinaries } from '../server/testing/engines/postgres-binaries.ts'
import { databaseUrl, onServer } from '../server/testing/engines/postgres-setup.ts'
import { startPrivatePostgres } from '../server/testing/engines/private-postgres.ts'
import { adminJs } from './competitors/adminjs.ts'
import { measureFirstRow, weighFirstRow } from './competitors/browser.ts'
import { healthConsole } from './competitors/console.ts'
import { directus } from './competitors/directus.ts'
import { type Competitor, type Product, pageSize } from './competitors/competitor.ts'
import { describeAnswer, measureRequests, type Scenario } from './competitors/requests.ts'
import { strapi } from './competitors/strapi.ts'
import { printTable, type Rounds } from './competitors/table.ts'
import { openBrowser } from './support/browser.ts'
import { newFolder } from './support/folder.ts'
import { writeUserLines } from './support/user-lines.ts'

const amounts = process.env['BENCH_USERS'] ? [Number(process.env['BENCH_USERS'])] : [20_000, 1_000_000]
const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache')
const folder = path.resolve(process.env['BENCH_PEERS_DIR'] ?? path.join(cache, 'health-console-peers'))

console.log(`The competitors are installed in ${folder} (BENCH_PEERS_DIR) and stay there for the next run.`)
const products: Product[] = [healthConsole]
for (const product of [adminJs, strapi, directus]) {
  try {
    await product.install(path.join(folder, product.name.toLowerCase()))
    products.push(product)
  } catch (error) {
    console.error(`${product.name} cannot be installed here and is left out. ${String(error)}`)
  }
}

const binaries = findPostgresBinaries()
if (!binaries) throw new Error('PostgreSQL is not installed.')
const postgres = await startPrivatePostgres(binaries, { isDurable: true })
try {
  for (const [index, amount] of amounts.entries()) {
    await withCompetitors(amount, async (competitors) => {
      await compareRequests(competitors, amount)
      if (index === 0) await compareFirstRows(competitors)
    })
  }
} finally {
  await postgres.stop()
}

async function compareRequests(competitors: Competitor[], amount: number): Promise<void> {
  // The beginnings of names in the file, as an admin would type them.
  const terms = namePools.flatMap(({ family }) => family.map((name) => name.slice(0, 3)))
  const middlePage = Math.ceil(amount / pageSize / 2)
  const scenarios: Scenario[] = [
    { name: 'first page', path: (competitor) => competitor.listPath(1) },
    { name: 'middle page', path: (competitor) => competitor.listPath(middlePage) },
    {
      name: 'search, 3 letters',
      path: (competitor, index) => competitor.searchPath(terms[index % terms.length] ?? ''),
    },
  ]
  const rows: [string, Rounds][] = []
  for (const scenario of scenarios) {
    const answers = []
    for (const competitor of competitors) answers.push(await describeAnswer(competitor, scenario))
    console.log(`${scenario.name}: ${answers.join(', ')}`)
    rows.push([scenario.name, await measureRequests(competitors, scenario)])
  }
  printTable(`${amount.toLocaleString('en-GB')} users`, rows, {
    unit: 'answers a second',
    digits: 1,
    isMoreBetter: true,
  })
}

async function compareFirstRows(competitors: Competitor[]): Promise<void> {
  const browser = await openBrowser()
  try {
    console.log(`\n| until the first row | requests | kB | kB, all gzipped |\n| --- | ---: | ---: | ---: |`)
    for (const competitor of competitors) {
      const { requests, bytes, gzippedBytes } = await weighFirstRow(browser, competitor)
      const kilobytes = [bytes, gzippedBytes].map((each) => (each / 1000).toFixed(0))
      console.log(`| ${[competitor.name, requests, ...kilobytes].join(' | ')} |`)
    }
    const rows = await measureFirstRow(browser, competitors)
    printTable('first row visible', rows, { unit: 'ms', digits: 0, isMoreBetter: false })
  } finally {
    await browser.close()
  }
}

/** Each contestant has its own database on the same PostgreSQL server. */
async function withCompetitors(amount: number, work: (competitors: Competitor[]) => Promise<void>): Promise<void> {
  const people = path.join(newFolder(), 'users.ndjson')
  const competitors: Competitor[] = []
  try {
    await writeUserLines(people, amount)
    for (const { name, start } of products) {
      const database = `${name.toLowerCase().replaceAll(' ', '_')}_${amount}`
      const url = databaseUrl(postgres.url, database)
      await onServer(postgres.url, (client) => client.query(`create database ${database}`))
      const where = { folder: path.join(folder, name.toLowerCase()), databaseUrl: url, people }
      competitors.push({ name, ...(await start(where)) })
      await onServer(url, (client) => client.query('vacuum (analyze)'))
    }
    await work(competitors)
  } finally {
    for (const { stop } of competitors) await stop()
  }
}

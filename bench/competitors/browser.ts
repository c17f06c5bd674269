import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { slowDown, throttles } from '../support/browser.ts'
import { admin, type Competitor } from './competitor.ts'
import type { Rounds } from './table.ts'

const rounds = 5
const timeoutMs = 300_000

/** The milliseconds until the first row is visible with an empty cache; the contestants take turns. */
export async function measureFirstRow(browser: Browser, competitors: Competitor[]): Promise<[string, Rounds][]> {
  const rows: [string, Rounds][] = []
  for (const [name, throttle] of throttles) {
    const measured: Rounds = new Map(competitors.map((competitor) => [competitor.name, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const competitor of competitors) {
        const tookMs = await onFreshPage(browser, competitor, async (page) => {
          await slowDown(page, throttle)
          return await showFirstRow(page, competitor)
        })
        measured.get(competitor.name)?.push(tookMs)
      }
    }
    rows.push([name, measured])
  }
  return rows
}

export type Weight = { requests: number; bytes: number; gzippedBytes: number }

/** How much is loaded until the first row is visible: bytes as sent, and their size if everything were gzipped. */
export async function weighFirstRow(browser: Browser, competitor: Competitor): Promise<Weight> {
  return await onFreshPage(browser, competitor, async (page) => {
    const finished: Request[] = []
    page.on('requestfinished', (request) => finished.push(request))
    await showFirstRow(page, competitor)
    const requests = finished.splice(0)
    const weight = { requests: requests.length, bytes: 0, gzippedBytes: 0 }
    for (const request of requests) {
      const response = await request.response()
      const { responseHeadersSize: head, responseBodySize: body } = await request.sizes()
      const isPacked = !response || response.headers()['content-encoding'] !== undefined
      weight.bytes += head + body
      weight.gzippedBytes += head + (isPacked ? body : Math.min(body, gzipSync(await response.body()).length))
    }
    return weight
  })
}

async function signIn(page: Page, competitor: Competitor): Promise<void> {
  const { url, signInPage } = competitor
  await page.goto(`${url}${signInPage}`)
  await page.locator('input[name=email], input[type=email]').fill(admin.email)
  await page.locator('input[type=password]').fill(admin.password)
  await page.locator('input[type=password]').press('Enter')
  await page.waitForURL((at) => at.pathname !== signInPage)
  await showFirstRow(page, competitor)
}

async function showFirstRow(page: Page, { url, listPage }: Competitor): Promise<number> {
  const startedAt = performance.now()
  await page.goto(`${url}${listPage}`, { waitUntil: 'commit' })
  // A member ID, which every list shows.
  await page
    .getByText(/^HM-1\d{6}$/)
    .first()
    .waitFor()
  return performance.now() - startedAt
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

const sessions = new Map<string, Session>()

/** A page of an admin who is signed in and has loaded nothing yet. Strapi renews its token on each page and limits sign-ins. */
async function onFreshPage<T>(browser: Browser, competitor: Competitor, work: (page: Page) => Promise<T>): Promise<T> {
  const { url } = competitor
  if (!sessions.has(url)) await onPageOf(browser, url, (page) => signIn(page, competitor))
  try {
    return await onPageOf(browser, url, work)
  } catch (error) {
    throw new Error(`${competitor.name} showed no list.`, { cause: error })
  }
}

async function onPageOf<T>(browser: Browser, url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const storageState = sessions.get(url)
  const context = await browser.newContext({ ...(storageState && { storageState }) })
  context.setDefaultTimeout(timeoutMs)
  try {
    const result = await work(await context.newPage())
    sessions.set(url, await context.storageState())
    return result
  } finally {
    await context.close()
  }
}

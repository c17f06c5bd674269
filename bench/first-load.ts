// Milliseconds and requests until a new browser shows the users list and the sign-in page; alternates with
// BASE=<checkout>
import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { freePort } from '../server/testing/processes/free-port.ts'
import { firstAdmin, root } from '../server/testing/processes/server-process.ts'
import { openBrowser, slowDown, throttles } from './support/browser.ts'
import { newFolder } from './support/folder.ts'
import { median } from './support/times.ts'

const rounds = 15
const checkouts = [...(process.env['BASE'] ? [process.env['BASE']] : []), root]
const pages = {
  'users list': { path: '/', shown: 'tbody a[href*="/user/"]', isSignedIn: true },
  'sign-in': { path: '/login', shown: 'input[type=password]', isSignedIn: false },
}

const browser = await openBrowser()
const urls = await Promise.all(checkouts.map(serve))
const measured = new Map<string, { ms: number; requests: number }[]>()
for (let round = 0; round < rounds; round += 1)
  for (const [kind, { path: location, shown, isSignedIn }] of Object.entries(pages))
    for (const [name, throttle] of throttles)
      for (const [index, url] of urls.entries()) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        if (isSignedIn) await context.request.post(`${url}/v1/auth/admin/login`, { data: firstAdmin })
        const page = await context.newPage()
        await slowDown(page, throttle)
        const load = await loadPage(page, url + location, shown)
        await context.close()
        const key = `${kind}, ${name}, ${checkouts[index]}`
        measured.set(key, [...(measured.get(key) ?? []), load])
      }
await browser.close()
for (const [key, loads] of measured) {
  const [ms, requests] = [median(loads.map((load) => load.ms)), median(loads.map((load) => load.requests))]
  console.log(`${key.padEnd(70)} ${ms.toFixed(0).padStart(6)} ms ${String(requests).padStart(4)} requests`)
}
process.exit(0)

async function loadPage(page: Page, url: string, shown: string) {
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      // Measured after the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => performance.mark('shown')))
    })
    observer.observe(document, { childList: true, subtree: true })
  }, shown)
  await page.goto(url, { waitUntil: 'commit' })
  const load = await page.waitForFunction(() => {
    const ms = performance.getEntriesByName('shown')[0]?.startTime
    if (ms === undefined) return undefined
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ms)
    return { ms, requests: 1 + before.length }
  })
  return (await load.jsonValue()) ?? { ms: Number.NaN, requests: Number.NaN }
}

async function serve(checkout: string): Promise<string> {
  const port = String(await freePort())
  const settings = { DEMO: '1', MAIL_DELIVERY: 'off', LOG_LEVEL: 'silent', DATA_DIR: newFolder() }
  const admin = { ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password }
  const child = spawn(path.join(checkout, 'bin/console'), ['serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings, ...admin, PORT: port },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(100)
  return url
}

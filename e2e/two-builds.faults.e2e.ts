import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assemble } from '../scripts/release/assemble.ts'
import { findProgram } from '../server/testing/processes/find-program.ts'
import { runNginx } from '../server/testing/http/run-nginx.ts'
import { type LaunchedServer, launchServer } from '../server/testing/processes/server-process.ts'
import { expect, test } from './support/test.ts'

const loads = 20
const folder = mkdtempSync(path.join(tmpdir(), 'console-builds-'))
const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')]
const assetsOf = (release: string) => readdirSync(path.join(release, 'web/dist/assets'))

test.beforeAll(async () => {
  for (const each of [one, other]) mkdirSync(each)
  await assemble(one)
  cpSync(one, other, { recursive: true })
  renameAssets(path.join(other, 'web/dist'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Gives each file with a hash in its name another one, as a build from other sources does. */
function renameAssets(dist: string): void {
  const assets = path.join(dist, 'assets')
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(path.join(assets, name))
  const names = readdirSync(assets).map((name) => [name, name.replace(/\.\w+$/, '0$&')] as const)
  const rename = (text: string) => names.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
  for (const file of [path.join(dist, 'index.html'), ...names.map(([from]) => path.join(assets, from))])
    if (/\.(html|js|css)$/.test(file)) writeFileSync(file, rename(readFileSync(file, 'utf8')))
  for (const [from, to] of names) renameSync(path.join(assets, from), path.join(assets, to))
}

const launch = (release: string, dataDir: string) =>
  launchServer(
    { DATA_DIR: path.join(folder, dataDir), MAIL_DELIVERY: 'off', TRUST_PROXY: '1', LOG_LEVEL: 'silent' },
    release,
  )

test('[operations-21] while two builds run side by side behind nginx, no visitor sees an empty page (only with nginx)', async ({
  browser,
}) => {
  test.skip(findProgram('nginx') === undefined)
  test.slow()
  const servers: LaunchedServer[] = []
  for (const release of [one, other]) servers.push(await launch(release, path.basename(release)))
  for (const server of servers) await server.ready()
  const nginx = await runNginx(servers.map(({ url }) => Number(new URL(url).port)))
  try {
    const builds = new Set<string | null>()
    const failed: string[] = []
    for (let load = 0; load < loads; load += 1) {
      // Each visitor has an empty cache.
      const page = await browser.newPage({ baseURL: `http://127.0.0.1:${nginx.port}` })
      page.on('response', (response) => {
        if (response.status() >= 400 && response.url().includes('/assets/')) failed.push(response.url())
      })
      await page.goto('/login')
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
      builds.add(await page.locator('script[type=module]').getAttribute('src'))
      await page.close()
    }
    expect(failed).toEqual([])
    // Both builds were visited.
    expect(builds.size).toBe(2)
  } finally {
    await nginx.stop()
    for (const server of servers) await server.end('SIGKILL')
  }
})

test('after an upgrade, a server has the files of the version before, for pages that are still open', async () => {
  test.slow()
  const before = await launch(one, 'upgraded')
  await before.ready()
  await before.end('SIGTERM')
  const after = await launch(other, 'upgraded')
  try {
    await after.ready()
    for (const name of [...assetsOf(one), ...assetsOf(other)]) {
      if (/\.(br|gz)$/.test(name)) continue
      const answer = await fetch(`${after.url}/assets/${name}`)
      expect([name, answer.status]).toEqual([name, 200])
      await answer.body?.cancel()
    }
    for (const name of ['none.js', '..%2f..%2fsecret.key', '%2e%2e/secret.key', ''])
      expect((await fetch(`${after.url}/assets/${name}`)).ok).toBe(false)
  } finally {
    await after.end('SIGKILL')
  }
})

for (const kind of ['script', 'stylesheet'] as const) {
  test(`a page whose ${kind} is missing says that a new version is being installed, and loads again`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/404/)
    const extension = kind === 'script' ? 'js' : 'css'
    await page.route(`**/assets/*.${extension}`, (route) => route.fulfill({ status: 404, body: '{}' }))
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'A new version is being installed' })).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  })
}

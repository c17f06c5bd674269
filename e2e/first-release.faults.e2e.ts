import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { buildFirstRelease, hasFirstRelease } from '../server/testing/processes/first-release.ts'
import { freePort } from '../server/testing/processes/free-port.ts'
import { firstAdmin, launchServer, root } from '../server/testing/processes/server-process.ts'
import { expect, test } from './support/test.ts'

/** Opens each page by its link in the sidebar, so that a page that is open stays open. */
async function expectPages(page: Page): Promise<void> {
  for (const [name, content] of [
    ['Users', /^HM-/],
    ['Hospital patients', /^(Male|Female)$/],
    ['Files', 'Main LLM'],
    ['Admins', firstAdmin.email],
    ['Audit log', 'Console Admin'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name, { ignoreCase: true })
    await expect(page.getByRole('main').getByText(content).filter({ visible: true }).first()).toBeVisible()
    if (name !== 'Users') continue
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('button', { name: /^View report / }).first()).toBeVisible()
    await expect(page.getByText('Something went wrong')).toBeHidden()
  }
}

test('[operations-29] a page that was opened before an upgrade from 1.0.0, or before the way back, shows every page after it (only with the history of git)', async ({
  browser,
}) => {
  test.skip(!hasFirstRelease())
  test.slow()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-upgrade-'))
  const before = buildFirstRelease({ hasWeb: true })
  const settings = {
    DATA_DIR: dataDir,
    MAIL_DELIVERY: 'off',
    LOG_LEVEL: 'silent',
    DEMO: '1',
    PORT: String(await freePort()),
  }
  let server = await launchServer(settings, before)
  const become = async (folder: string) => {
    await server.end('SIGTERM')
    server = await launchServer(settings, folder)
    await server.ready()
  }
  try {
    await server.ready()
    const page = await browser.newPage({ baseURL: server.url })
    await page.goto('/login')
    await page.getByLabel('Email').fill(firstAdmin.email)
    await page.getByLabel('Password', { exact: true }).fill(firstAdmin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Users')

    // As docs/operations/install.md says.
    const kept = path.join(dataDir, 'web-assets')
    mkdirSync(kept)
    cpSync(path.join(before, 'web/dist/assets'), path.join(kept, '1.0.0'), { recursive: true })
    await become(root)
    await expectPages(page)
    await page.reload()
    await expectPages(page)
    await become(before)
    await expectPages(page)
    await page.close()
  } finally {
    await server.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

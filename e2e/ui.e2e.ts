import path from 'node:path'
import { createServer } from 'vite'
import { expect, test } from './support/test.ts'

test('the component gallery is not part of the built console', async ({ page }) => {
  await page.goto('/ui')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t find this page')
})

test('in development /ui shows the component gallery @faults', async ({ page }) => {
  const web = path.join(import.meta.dirname, '../web')
  const vite = await createServer({ root: web, logLevel: 'silent', server: { port: 0, host: 'localhost' } })
  await vite.listen()
  try {
    await page.goto(`${vite.resolvedUrls?.local[0]}ui`)
    await expect(page.getByRole('heading', { name: 'Every widget, every state' })).toBeVisible({ timeout: 25_000 })
  } finally {
    await vite.close()
  }
})

// Takes the README's screenshots of the demo, in both themes: `npm run pictures`.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { makePatientsWorkbook } from '../server/testing/spreadsheet/patients-workbook.ts'
import { syntheticPatients } from '../server/testing/spreadsheet/synthetic-patients.ts'
import { findBrowser } from './find-browser.ts'
import { root } from './program.ts'

const folder = path.join(root, 'docs/pictures')

/** The content of each screenshot, and the steps that lead to it. */
const pictures: Record<string, (page: Page) => Promise<unknown>> = {
  users: (page) => page.goto('/'),
  import: async (page) => {
    await page.goto('/hospital-patients?dialog=import')
    const corrected = syntheticPatients(224)
      .slice(2)
      .map((patient, index) => (index % 40 === 7 ? { ...patient, weight: 61 + index / 10 } : patient))
    await page.locator('input[type=file]').setInputFiles(workbook('Ward 4, corrected.xlsx', corrected))
    await page.getByRole('dialog').getByText('Removed').first().waitFor()
  },
  person: async (page) => {
    await page.goto('/?search=adeyemi')
    await page.getByRole('region', { name: 'Users table' }).getByRole('link').nth(2).click()
    await page
      .getByRole('button', { name: /^View report/ })
      .first()
      .click()
    await page.getByRole('dialog').locator('section').first().waitFor()
  },
}

function workbook(name: string, rows: Parameters<typeof makePatientsWorkbook>[0]) {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name, mimeType, buffer: makePatientsWorkbook(rows, 'console') }
}

async function signIn({ request }: BrowserContext, { email, password }: { email: string; password: string }) {
  await request.post('/v1/auth/admin/login', { data: { email, password } })
  const multipart = { name: 'hospital_patients', file: workbook('Ward 4.xlsx', syntheticPatients(219)) }
  await request.put('/v1/hospital-patients', { multipart })
}

async function take(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await pictures[name]?.(page)
    await page.waitForLoadState('networkidle')
    const taken = await page.screenshot({ animations: 'disabled' })
    writeFileSync(path.join(folder, `${name}-${theme}.png`), taken)
  }
}

mkdirSync(folder, { recursive: true })
const server = await startServer({ demo: true, settings: { PAGE_SIZE: '20' } })
const executablePath = findBrowser()
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await signIn(context, server.admin)
  const page = await context.newPage()
  for (const name of Object.keys(pictures)) await take(page, name)
} finally {
  await browser.close()
  await server.stop()
}

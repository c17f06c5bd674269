// Takes the README's screenshots of the demo, in both themes: `npm run pictures`.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { publish } from '../e2e/support/model-files.ts'
import { type Account, startServer } from '../e2e/support/server.ts'
import { addAdmin, newAccount } from '../e2e/support/staff.ts'
import { makePatientsWorkbook } from '../server/testing/spreadsheet/patients-workbook.ts'
import { makeSheets } from '../server/testing/spreadsheet/sheets-workbook.ts'
import { syntheticPatients } from '../server/testing/spreadsheet/synthetic-patients.ts'
import { findBrowser } from './find-browser.ts'
import { root } from './program.ts'

const folder = path.join(root, 'docs/pictures')

/** The content of each screenshot: the steps that lead to it, and the dialog if only that is shown. */
const pictures: Record<string, (page: Page) => Promise<Locator | void>> = {
  users: async (page) => {
    await page.goto('/')
  },
  import: async (page) => {
    await page.goto('/hospital-patients?dialog=import')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(spreadsheet('Ward 4.xlsx', makeSheets([ward])))
    await dialog.getByRole('heading', { name: /^Check how the file is read/ }).waitFor()
    return dialog
  },
  person: async (page) => {
    await page.goto('/?search=adeyemi')
    await page.getByRole('region', { name: 'Users table' }).getByRole('link').nth(2).click()
    await page.getByRole('region', { name: 'Over time' }).getByRole('slider').waitFor()
  },
  audit: async (page) => {
    await page.goto('/audit')
    await page.getByText(/^Showing /).waitFor()
  },
  approval: async (page) => {
    await page.goto('/files?review=txt')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radiogroup', { name: 'Offer to' }).waitFor()
    return dialog
  },
}

/** Patients of a ward as another system exports them, with codes, units and dates that need a question. */
const ward = {
  name: 'Ward 4',
  rows: [
    ['MRN', 'Gender', 'DOB', 'Ht', 'Blood Pressure', 'HTN', 'BMI'],
    ['A-1041', 1, '1961-03-14', 64, '120/80', 'Y', '27,27'],
    ['A-1042', 2, '1949-11-02', 70, '130/85', 'N', '25,1'],
    ['A-1043', 2, '1958-06-23', 66, '118/76', 'N', '23,4'],
  ],
}

/** The demo's prompt with one more sentence, which someone else must approve. */
const prompt = `You explain wearable heart data to the person who wears the device.
Use plain words and at most three short sentences.
Never name a diagnosis. When a value is outside of its usual range, suggest to talk to a doctor.
Say which days the values are from, and how many are missing.
`

function spreadsheet(name: string, buffer: Buffer) {
  return { name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer }
}

async function signIn({ request }: BrowserContext, { email, password }: Account) {
  await request.post('/v1/auth/admin/login', { data: { email, password } })
}

async function importPatients({ request }: BrowserContext) {
  const file = spreadsheet('Ward 4.xlsx', makePatientsWorkbook(syntheticPatients(219), 'console'))
  const multipart = { name: 'hospital_patients', file }
  await request.put('/v1/hospital-patients', { multipart })
}

async function take(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const dialog = await pictures[name]?.(page)
    await page.waitForLoadState('networkidle')
    // Without round corners, through which the page behind would show.
    await dialog?.evaluate((element) => (element.style.borderRadius = '0'))
    const taken = await (dialog ?? page).screenshot({ animations: 'disabled' })
    writeFileSync(path.join(folder, `${name}-${theme}.png`), taken)
  }
}

mkdirSync(folder, { recursive: true })
const server = await startServer({ demo: true, settings: { PAGE_SIZE: '20', PUBLISHING: 'two' } })
const executablePath = findBrowser()
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await signIn(context, await addAdmin(server, newAccount('Ravi Chandrasekhar')))
  await publish(context, 'prompt-v3.txt', prompt, 202)
  await signIn(context, server.admin)
  await importPatients(context)
  const page = await context.newPage()
  for (const name of Object.keys(pictures)) await take(page, name)
} finally {
  await browser.close()
  await server.stop()
}

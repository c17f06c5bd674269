import { readFileSync } from 'node:fs'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { firefox, webkit } from '../scripts/test/optional-parts.ts'
import { nothingMayBeSkipped } from '../scripts/test/stage.ts'
import { modelFile } from './support/model-files.ts'
import { startFirefox } from './support/other-browsers/firefox.ts'
import { OtherPage } from './support/other-browsers/page.ts'
import { readSheets } from './support/other-browsers/sheets.ts'
import { startWebKit } from './support/other-browsers/webkit.ts'
import type { RunningServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

test.use({ serverOptions: { demo: true, settings: { PAGE_SIZE: '100' }, filledBy: 'other-browsers' } })

/** What `print.css` leaves free at both sides of A4, and what is between them. */
const marginMm = 16
const contentMm = 210 - 2 * marginMm

for (const [name, part, start] of [
  ['Firefox', firefox, startFirefox],
  ['WebKit', webkit, startWebKit],
] as const)
  test(`[shell-17] the main journeys work in ${name} (only with ${part.name})`, async ({ server }) => {
    test.skip(!part.isFound() && !nothingMayBeSkipped, `${part.name} is missing. ${part.remedy}`)
    const driver = await start()
    try {
      const page = new OtherPage(driver, server.url)
      await page.resize(1440, 900)
      await signIn(page, server)
      await findAndOpenUser(page)
      await downloadReport(page)
      await uploadFiles(page)
      await importPatients(page)
      expect(await page.errors()).toEqual([])
      await print(page, name)
    } finally {
      await driver.stop()
    }
  })

async function signIn(page: OtherPage, { admin }: RunningServer): Promise<void> {
  await page.goto('/login')
  await page.keepErrors()
  await page.type('input', admin.email, 'Email')
  await page.type('input', admin.password, 'Password')
  await page.click('button', 'Sign in')
  await page.find('h1', /^Users/)
}

/**
 * Opens a user in another tab, as Ctrl and a click on any cell do, and then in this one. On a link, this is the browser's
 * own work, and the one that WebKit's driver starts has no such key: it follows any page's link in the same tab.
 */
async function findAndOpenUser(page: OtherPage): Promise<void> {
  await page.type('input[type=search]', 'zeynep adeyemi\n')
  await page.see('1 user for zeynep adeyemi')
  for (const cell of ['td:nth-of-type(1)', 'td:nth-of-type(3)']) await page.openTab(`tbody ${cell}`)
  await page.click('tbody td:nth-of-type(2)')
  await page.find('h1', /^Zeynep Adeyemi/)
}

async function downloadReport(page: OtherPage): Promise<void> {
  await page.click('tbody button', 'Download report')
  const [file = ''] = await page.downloaded(/^user-.+-report\.json$/)
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expect(report).toHaveProperty('reportId')
}

async function uploadFiles(page: OtherPage): Promise<void> {
  for (const [name, file] of [
    ['Prompt file', modelFile('prompt.txt', 'You explain heart data.\n')],
    ['Main LLM', modelFile('lumen.gguf', makeGguf({ contextLength: 8192, parameterCount: 7_240_000_000 }))],
  ] as const) {
    await page.click('nav a', 'Files')
    await page.click('button', `Re-upload ${name}`)
    await page.type('[role=dialog] input[type=file]', file)
    await page.click('[role=dialog] button', 'Upload')
    await page.see('New version uploaded successfully')
    await page.waitUntilGone('[role=dialog], [data-scope=toast][data-part=root]')
  }
}

/** Downloads the table and imports it again. */
async function importPatients(page: OtherPage): Promise<void> {
  await page.click('nav a', 'Hospital patients')
  await page.click('button', 'Download table')
  const [file = ''] = await page.downloaded(/\.xlsx$/)
  await page.click('button', 'Re-upload table')
  await page.type('[role=dialog] input[type=file]', file)
  await page.click('[role=dialog] button', 'Import data')
  await page.see('Successfully update table')
  await page.find('h1', /^Hospital Patients ?219$/)
}

/** Firefox's driver prints; WebKit's cannot, so it lays the page out on the screen as on paper. */
async function print(page: OtherPage, name: 'Firefox' | 'WebKit'): Promise<void> {
  await page.see('Showing 1-100 of 219 results')
  if (name === 'WebKit') {
    const { texts, left } = await page.layOutAsPrinted(contentMm)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(texts).toContain('Printed by Ada Østergård')
    return
  }
  const sheets = readSheets(await page.print())
  expect(sheets.length).toBeGreaterThan(1)
  for (const { isAcross, text, left, right } of sheets) {
    expect(isAcross).toBe(true)
    expect(text).toContain('Health Console · Hospital Patients Printed by Ada Østergård, ')
    expect(left).toBeGreaterThan(marginMm - 1)
    expect(right).toBeLessThan(297 - marginMm + 1)
  }
}

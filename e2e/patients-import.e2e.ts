import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { patientsTableName } from '../contract/src/patients/patients.ts'
import { makePatientsWorkbook } from '../server/testing/spreadsheet/patients-workbook.ts'
import { readValues } from '../server/testing/spreadsheet/read-all.ts'
import { makeSheets } from '../server/testing/spreadsheet/sheets-workbook.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { dragFiles, dropFiles } from './support/drop-files.ts'
import { networkOf } from './support/network.ts'
import type { RunningServer } from './support/server.ts'
import { ageSignIns } from './support/sessions.ts'
import { patients, replaceTable, spreadsheet, writtenFile } from './support/spreadsheets.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import Patients data via XLSX' })
const zone = (page: Page) => page.getByText('Drop the file here')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chosen = (page: Page, name: string) => dialog(page).getByTitle(name, { exact: true })
const rowOf = (page: Page, memberId: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: memberId, exact: true }) })
const tab = (page: Page, label: string) => dialog(page).getByRole('tab', { name: new RegExp(`^${label}\\b`) })
const count = (page: Page, label: string) => tab(page, label).locator('b')

async function openDialog(page: Page) {
  await button(page, 'Re-upload table').click()
  await expect(zone(page)).toBeVisible()
}

async function expectTotal(page: Page, total: number) {
  await page.goto('/hospital-patients')
  await expect(title(page)).toHaveText(`Hospital Patients ${total}`)
}

/** Opens a page for a second admin who works at the same time. */
async function colleague(browser: Browser, server: RunningServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signIn(page, await addAdmin(server, newAccount('Grace Ólafsdóttir')))
  return page
}

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
  await replaceTable(page, patients(30))
  await page.goto('/hospital-patients')
  await expect(title(page)).toHaveText('Hospital Patients 30')
})

test('[import-1] [import-2] [patients-16] only a spreadsheet can be dropped, which requires the password after ten minutes, then the changes are shown and imported, and other tabs show them too', async ({
  page,
  server,
}) => {
  const rows = patients(36, { 7: { weight: 61, diabetes: 'Type 1 Diabetes' }, 31: { bmi: 23.2354 } })
  const file = spreadsheet('ward 4, corrected.xlsx', rows.slice(2))
  const other = await page.context().newPage()
  await other.goto('/hospital-patients')
  await expect(title(other)).toHaveText('Hospital Patients 30')
  await page.goto('/hospital-patients?search=1&sort=age&dialog=import')
  await expect(dialog(page).getByText('The file replaces the whole table.')).toBeVisible()
  await dropFiles(zone(page), [writtenFile('notes.txt', 'words')])
  await expectToast(page, 'Wrong file format', 'alert')
  ageSignIns(server)
  await dropFiles(zone(page), [file])
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(dialog(page)).toContainText('Confirm your identity to continue.')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await question.getByLabel('Password', { exact: true }).fill(server.admin.password)
  await page.keyboard.press('Enter')

  await expect(dialog(page).getByText('sheet “Sheet1” · headings in row 2')).toBeVisible()
  await expect(count(page, 'New')).toHaveText('6')
  await expect(count(page, 'Changed')).toHaveText('1')
  await expect(count(page, 'Removed')).toHaveText('2')
  await expect(dialog(page).getByText('30 → 34 rows · 6 new, 1 changed, 2 removed')).toBeVisible()
  await dialog(page).getByText('13 columns, 1 column not imported').click()
  await expect(dialog(page).getByText('13 of 14 columns are used.')).toBeVisible()
  await expect(dialog(page).getByText('Heart Rate(b/m) isn’t a column')).toBeVisible()
  await tab(page, 'Changed').click()
  await expect(dialog(page).getByText('1 row in 2 columns')).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Rows' }).check()
  const changes = dialog(page).getByRole('region', { name: 'Changed values' }).getByRole('row')
  await expect(changes).toHaveCount(3)
  await expect(changes.nth(1)).toHaveText(/^7Weight\d+\skg61\skg$/)
  await expect(changes.nth(2)).toHaveText(/^7Diabetes.*Type 1 Diabetes$/)

  // The password was confirmed for the file, so the import does not request it again.
  ageSignIns(server)
  await button(page, 'Import data').click()
  await expectToast(page, 'Successfully update table')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/hospital-patients?sort=age')
  for (const each of [page, other]) await expect(title(each)).toHaveText('Hospital Patients 34')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('searchbox').fill('7')
  await page.getByRole('searchbox').press('Enter')
  await expect(rowOf(page, '7').locator('th, td').nth(5)).toHaveText('61')
  await expect(rowOf(page, '7').locator('th, td').nth(10)).toHaveText('Type 1 Diabetes')
})

test('[import-1] the first .xlsx of several dropped files is used, and a file that is no spreadsheet or has no rows is rejected in one sentence @faults', async ({
  page,
}) => {
  const notes = writtenFile('notes.txt', 'words')
  const first = spreadsheet('first.xlsx', patients(30))
  await openDialog(page)
  await button(page, 'Import data').click()
  await expect(page.getByText('Please upload a file')).toBeVisible()

  await dropFiles(zone(page), [notes])
  await expectToast(page, 'Wrong file format', 'alert')
  await expect(page.getByText('Please upload a file')).toBeVisible()
  await dropFiles(zone(page), [notes, first, spreadsheet('second.xlsx', patients(3))])
  await expect(chosen(page, 'first.xlsx')).toBeVisible()
  await expect(page.getByText('Please upload a file')).toBeHidden()
  await expect(dialog(page).getByText('The file matches the current table. Nothing would change.')).toBeVisible()

  await button(page, 'Remove file').click()
  await expect(page.getByText('Please upload a file')).toBeVisible()
  await expect(page.getByLabel('Choose a file (.xlsx)')).toBeFocused()

  await dropFiles(zone(page), [writtenFile('renamed.xlsx', 'words')])
  await expect(page.getByRole('alert').filter({ hasText: 'The file isn’t an .xlsx spreadsheet' })).toBeVisible()
  await expect(button(page, 'Import data')).toBeDisabled()
  await button(page, 'Remove file').click()

  const [template] = await Promise.all([page.waitForEvent('download'), button(page, 'Download template').click()])
  expect(template.suggestedFilename()).toBe('patients-template.xlsx')
  const saved = writtenFile('patients-template.xlsx', readFileSync(await template.path()))
  await dropFiles(zone(page), [saved])
  await expect(page.getByRole('alert').filter({ hasText: 'There are no rows below the headings.' })).toBeVisible()
})

test('[import-4] the errors in a file are listed and can be copied, and the file can be downloaded with the errors marked and imported once corrected @faults', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = patients(40, {
    3: { age: 'fifty-two' },
    9: { height: '=SUM(A1)' },
    12: { memberId: undefined },
    20: { weight: 'heavy' },
  })
  await openDialog(page)
  await dropFiles(zone(page), [spreadsheet('wrong.xlsx', rows, 'console')])
  await dialog(page).getByRole('radio', { name: 'Reject the file and list them' }).check()
  await button(page, 'Preview changes').click()
  await expect(dialog(page).getByText('In the sheet “Sheet1”')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '4 values in 4 rows can’t be read.' })).toContainText(
    'Nothing was imported. Correct them in the file and upload it again.',
  )
  const errors = dialog(page).getByRole('region', { name: 'Row errors' }).getByRole('row')
  await expect(errors).toHaveText([
    'RowColumnValueReason',
    '4Agefifty-twoNot a number',
    '10Height(cm)=SUM(A1)Not a number',
    '13Member ID-Missing. Every row needs one',
    '21Weight(kg)heavyNot a number',
  ])
  await expect(button(page, 'Import data')).toBeDisabled()

  await button(page, 'Copy the list').click()
  await expectToast(page, 'The list was copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')[1]).toBe('Sheet1\t4\tAge\tfifty-two\tNot a number')
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download marked file').click()])
  expect(download.suggestedFilename()).toBe('import-marked.xlsx')
  const marked = await readValues(readFileSync(await download.path()))
  expect(marked[9]?.slice(0, 2)).toEqual(['Height(cm): Not a number', 9])

  // Only the cells are corrected. The column of errors and warnings stays.
  const cells = marked.map((row) => row.map((cell) => cell as string | number | undefined))
  for (const [row, column, value] of [
    [3, 4, '52'],
    [9, 5, '170'],
    [12, 1, '12'],
    [20, 6, '70'],
  ] as const) {
    const corrected = cells[row]
    if (corrected) corrected[column] = value
  }
  await button(page, 'Remove file').click()
  await dropFiles(zone(page), [writtenFile('corrected.xlsx', makeSheets([{ name: 'Sheet1', rows: cells }]))])
  await expect(count(page, 'New')).toHaveText('10')
  await expect(dialog(page).getByText('30 → 40 rows')).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(dialog(page)).toBeHidden()
  await expectTotal(page, 30)
})

test('an import that a file in another tab has discarded says which file and when @faults', async ({
  page,
  context,
}) => {
  await openDialog(page)
  await dropFiles(zone(page), [spreadsheet('first.xlsx', patients(32))])
  await expect(count(page, 'New')).toHaveText('2')
  const other = await context.newPage()
  await other.goto('/hospital-patients?dialog=import')
  await dropFiles(zone(other), [spreadsheet('second.xlsx', patients(33))])
  await expect(count(other, 'New')).toHaveText('3')
  await button(page, 'Import data').click()
  await expect(page.getByRole('alert')).toContainText(
    /This import was discarded because you uploaded “second\.xlsx” on \d+ \w+ \d{4} at \d\d:\d\d UTC\. To import this file instead, choose it again\./,
  )
  await expectNoAxeViolations(page)
  await other.close()
})

test('a column in pounds is reported and needs a reason and a confirmation or is converted with one press, and removing a third of the rows needs a confirmation too @faults', async ({
  page,
}) => {
  const inPounds = patients(30).map(({ weight }, index) => [index + 1, { weight: Number(weight) * 2.2046 }] as const)
  await openDialog(page)
  await dropFiles(zone(page), [spreadsheet('pounds.xlsx', patients(30, Object.fromEntries(inPounds)))])
  await expect(dialog(page).getByText('Weight seems to be in pounds: choose how to read the file')).toBeVisible()
  await expect(tab(page, 'Changed')).toHaveAttribute('aria-selected', 'true')
  await button(page, 'Import data').press('Enter')
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await expect(dialog(page).getByText('Explain in one line why the file is correct')).toBeVisible()
  await reason.fill('A ward in the US')
  await reason.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Change 30 of 30 rows?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Read as lb').click()
  await expect(dialog(page).getByText('Weight seems to be in pounds:')).toBeHidden()
  await expect(tab(page, 'Changed')).toBeVisible()
  await expect(reason).toBeHidden()

  await button(page, 'Remove file').click()
  await dropFiles(zone(page), [spreadsheet('half.xlsx', patients(15))])
  await expect(dialog(page).getByText('15 rows aren’t in the file and would be removed')).toBeVisible()
  await button(page, 'Import data').click()
  const removal = page.getByRole('alertdialog', { name: 'Remove 15 of 30 rows?' })
  await expect(removal.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await removal.getByRole('button', { name: 'Cancel' }).click()
  await expect(count(page, 'Removed')).toHaveText('15')

  await button(page, 'Import data').click()
  await removal.getByRole('button', { name: 'Import data' }).click()
  await expectToast(page, 'Successfully update table')
  await expect(title(page)).toHaveText('Hospital Patients 15')
})

test('[import-10] all new, changed and removed rows can be viewed page by page before the import @faults', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const heavier = Object.fromEntries(patients(30).map((_, index) => [index + 1, { weight: 150 + index }]))
  await openDialog(page)
  await dropFiles(zone(page), [spreadsheet('much.xlsx', patients(60, heavier).slice(8))])
  await tab(page, 'New').click()
  const rows = (name: string) => dialog(page).getByRole('region', { name }).getByRole('row')
  await expect(rows('Rows that would be new')).toHaveCount(21)
  await expect(dialog(page).getByText('Showing 1-20 of 30 results')).toBeVisible()
  await dialog(page).getByText('First rows').click()
  await expect(rows('First rows')).toHaveCount(6)
  await dialog(page).getByRole('button', { name: 'Page 2' }).click()
  await expect(rows('Rows that would be new')).toHaveCount(11)
  await expect(rows('Rows that would be new').last()).toContainText('60')

  await tab(page, 'New').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Changed')).toBeFocused()
  await expect(count(page, 'Changed')).toHaveText('22')
  await expect(dialog(page).getByRole('img', { name: /^Weight in kg, now and after import: the median/ })).toBeVisible()
  await dialog(page).getByText('Show as table').click()
  await dialog(page).getByRole('button', { name: 'Show rows, Weight' }).click()
  await expect(tab(page, 'Changed')).toBeFocused()
  await expect(rows('Changed values')).toHaveCount(21)
  await dialog(page).getByRole('searchbox', { name: 'Search by Member ID' }).fill('30')
  await page.keyboard.press('Enter')
  await expect(rows('Changed values')).toHaveText(['Member IDColumnNowAfter import', /^30Weight\d+\skg179\skg$/])

  await tab(page, 'Removed').click()
  await expect(rows('Rows that would be removed')).toHaveCount(9)
  await button(page, 'Copy the list').click()
  await expectToast(page, 'The list was copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1\n2\n3\n4\n5\n6\n7\n8')
  await expectNoAxeViolations(page)
})

test('a slow upload of a table shows its progress, needs a confirmation before leaving, and can be cancelled @faults', async ({
  page,
}) => {
  await page.goto('/admins')
  await page.getByRole('link', { name: 'Hospital patients' }).click()
  await openDialog(page)
  const network = await networkOf(page)
  await network.slow(1_000)
  const file = spreadsheet('large.xlsx', patients(1_500))
  await dropFiles(zone(page), [file])
  await expect(page.getByRole('progressbar', { name: 'Uploading the file' })).toBeVisible()
  await expect(button(page, 'Import data')).toBeDisabled()
  await expectNoAxeViolations(page)

  const question = page.getByRole('alertdialog', { name: 'Stop the import?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep importing' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep importing' }).click()
  await expect(page).toHaveURL('/hospital-patients?dialog=import')
  await button(page, 'Cancel').click()
  await expectToast(page, 'The import was cancelled. Nothing was changed.')
  await expect(dialog(page)).toBeHidden()
  await expect(title(page)).toHaveText('Hospital Patients 30')

  await network.restore()
  await openDialog(page)
  await dropFiles(zone(page), [file])
  await expect(count(page, 'New')).toHaveText('1,470')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(count(page, 'New')).toHaveText('1,470')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toBeHidden()
  await expectTotal(page, 30)
})

test('an upload of a table that stalls for a minute fails and can be retried @faults', async ({ page }) => {
  await page.clock.install()
  await openDialog(page)
  const network = await networkOf(page)
  await network.slow(1)
  await dropFiles(zone(page), [spreadsheet('stalled.xlsx', patients(1_500))])
  await expect(page.getByRole('progressbar', { name: 'Uploading the file' })).toBeVisible()
  await page.clock.fastForward(61_000)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Can’t reach the server. Check your connection.' }),
  ).toBeVisible()

  await network.restore()
  await button(page, 'Try again').click()
  await expect(count(page, 'New')).toHaveText('1,470')
})

test('an import is rejected while another admin is importing, and can be retried @faults', async ({
  page,
  server,
  browser,
}) => {
  const herPage = await colleague(browser, server)
  const buffer = makePatientsWorkbook(patients(60_000), 'ppg-bp')
  await openDialog(page)
  const started = await herPage.request.post('/v1/patient-imports', {
    multipart: { name: patientsTableName, file: { name: 'hers.xlsx', mimeType: 'application/octet-stream', buffer } },
  })
  expect(started.status()).toBe(202)
  await dropFiles(zone(page), [spreadsheet('mine.xlsx', patients(31))])
  await expect(page.getByRole('alert').filter({ hasText: 'Grace Ólafsdóttir is importing a table' })).toBeVisible()

  await herPage.request.delete(`/v1/patient-imports/${(await started.json()).data.id}`)
  await button(page, 'Try again').click()
  await expect(count(page, 'New')).toHaveText('1')
  await herPage.context().close()
})

test('when the session ends during an import, the import continues after the new sign-in @faults', async ({
  page,
  context,
  server,
}) => {
  const signInAgain = async () => {
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(server.admin.password)
    await page.keyboard.press('Enter')
  }
  await openDialog(page)
  await context.clearCookies()
  await dropFiles(zone(page), [spreadsheet('mine.xlsx', patients(31))])
  await signInAgain()
  await expect(count(page, 'New')).toHaveText('1')

  await context.clearCookies()
  await button(page, 'Import data').click()
  await signInAgain()
  await expect(title(page)).toHaveText('Hospital Patients 31')
})

test('[import-13] an outdated preview is not imported and can be renewed @faults', async ({
  page,
  server,
  browser,
}) => {
  const herPage = await colleague(browser, server)
  await openDialog(page)
  await dropFiles(zone(page), [spreadsheet('mine.xlsx', patients(31))])
  await expect(count(page, 'New')).toHaveText('1')
  await replaceTable(herPage, patients(29))
  await button(page, 'Import data').click()
  await expect(page.getByRole('alert').filter({ hasText: 'The table has changed in the meantime.' })).toBeVisible()
  await button(page, 'Try again').click()
  await expect(count(page, 'New')).toHaveText('2')
  await button(page, 'Import data').click()
  await expect(title(page)).toHaveText('Hospital Patients 31')
  await herPage.context().close()
})

test('[import-14] [import-27] the import history shows who imported which table with which answers and member IDs, and only a super admin can restore a table @faults', async ({
  page,
  server,
}) => {
  const odd = patients(31, { 1: { age: 50.5 }, 3: { subjectId: undefined } })
  await openDialog(page)
  await dropFiles(zone(page), [spreadsheet('a file with a rather long name, corrected.xlsx', odd)])
  await tab(page, 'Warnings').click()
  await expect(dialog(page).getByText('2 values look wrong.')).toBeVisible()
  await expect(dialog(page).getByRole('region', { name: 'Warnings' }).getByRole('row')).toHaveText([
    'RowColumnValueReason',
    '3Age(year)50.5Not a whole number',
    '5subject_ID-Missing',
  ])
  await button(page, 'Import data').click()
  await expectToast(page, 'Successfully update table')
  await expect(rowOf(page, '3').getByRole('cell').first()).toHaveText('-')
  await button(page, 'Import history').click()
  const history = page.getByRole('dialog', { name: 'Import history' })
  const entries = history.getByRole('listitem')
  await expect(entries.first()).toContainText('Current')
  await expect(entries.first()).toContainText(`31 rows, 1 new, 2 changed · ${server.admin.fullName}`)
  await entries.first().getByText('Details', { exact: true }).click()
  await expect(entries.first()).toContainText('Warnings2 values looked wrong')
  await expect(entries.first()).toContainText('a file with a rather long name, corrected.xlsx')
  await expect(entries.first()).toContainText(/SHA-256[0-9a-f]{8}…[0-9a-f]{8}/)
  await expect(entries.first().getByRole('button', { name: /^Restore/ })).toHaveCount(0)

  await entries
    .nth(1)
    .getByRole('button', { name: /^Restore the table imported on/ })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Restore this table?' })
  await expect(question).toContainText('This restores the 30 rows imported on')
  await question.getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, 'Table restored')
  await expect(entries.first()).toContainText(/30 rows, as on \d{1,2} [A-Z][a-z]+ \d{4}/)
  await expect(entries.first()).toContainText('Restored')
  await expect(entries.first()).toContainText('Current')
  const replaced = page.getByRole('button', { name: /^Delete the table/ }).first()
  const name = (await replaced.getAttribute('aria-label')) ?? ''
  await replaced.click()
  await page.getByLabel('Reason').fill('A request of 18 November')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Table deleted')
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await button(page, 'Close').first().click()
  await expect(title(page)).toHaveText('Hospital Patients 30')

  await test.step('the import history shows the answers and member IDs of an import', async () => {
    await replaceTable(page, patients(33, { 4: { weight: 91 } }).slice(1))
    await replaceTable(page, patients(34).slice(1))
    await button(page, 'Import history').click()
    // The entries of the last opening are shown until the new ones arrive.
    await expect(entries.first()).toContainText('33 rows, 1 new')
    await history.getByText('Details', { exact: true }).nth(1).click()
    await expect(history.getByText('31, 32, 33', { exact: true })).toBeVisible()
    await expect(history).toContainText('Removed1')
  })
  await test.step('an admin sees the import history but cannot restore or delete a table', async () => {
    await signIn(page, await addAdmin(server, newAccount('Plain Admin')))
    await page.goto('/hospital-patients?dialog=history')
    await expect(page.getByRole('listitem').getByText('Current')).toBeVisible()
    await expect(page.getByRole('button', { name: /Restore|Delete/ })).toHaveCount(0)
  })
})

test('[import-21] an import works with only the keyboard @faults', async ({ page }) => {
  await button(page, 'Re-upload table').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Choose a file (.xlsx)')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Re-upload table')).toBeFocused()
  await page.keyboard.press('Enter')
  await page
    .getByLabel('Choose a file (.xlsx)')
    .setInputFiles(spreadsheet('keys.xlsx', patients(31, { 2: { age: 44 } })))
  await expect(count(page, 'New')).toHaveText('1')
  await expect(button(page, 'Import data')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(dialog(page).locator('summary').last()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(button(page, 'Import data')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Hospital Patients 31')
  await expect(button(page, 'Re-upload table')).toBeFocused()
})

test('[import-21] on a phone the import dialog is a sheet at the bottom edge with its buttons in view @faults', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDialog(page)
  await dragFiles(zone(page), [writtenFile('over.xlsx', '')])
  await dropFiles(zone(page), [spreadsheet('phone.xlsx', patients(12, { 1: { age: 33 } }))])
  await expect(count(page, 'Removed')).toHaveText('18')
  await expect(button(page, 'Import data')).toBeInViewport()
  await expect(button(page, 'Cancel')).toBeInViewport()
  const sheet = await dialog(page).boundingBox()
  expect(sheet).toMatchObject({ x: 0, width: 390 })
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844)
})

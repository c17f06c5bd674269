import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { makeSheets } from '../server/testing/spreadsheet/sheets-workbook.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { dropFiles } from './support/drop-files.ts'
import { expectSoundLayout, expectTouchTargets } from './support/layout.ts'
import { patients, replaceTable, writtenFile } from './support/spreadsheets.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// These tests import files that need answers. They check what is asked, what is remembered and what is imported.

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import Patients data via XLSX' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const select = (page: Page, name: string) => dialog(page).getByRole('combobox', { name, exact: true })
const left = (page: Page) => dialog(page).getByRole('heading', { name: /^Check how the file is read/ })
const tab = (page: Page, label: string) => dialog(page).getByRole('tab', { name: new RegExp(`^${label}\\b`) })
const inForce = (page: Page) => dialog(page).getByRole('region', { name: 'Answers for this file' })
const rows = (page: Page, name: string) => dialog(page).getByRole('region', { name }).getByRole('row')

const headings = ['MRN', 'Gender', 'Age', 'Wt (lb)', 'Blood Pressure']
const ward = [
  ['A1', 1, 40, 154, '120/80'],
  ['A2', 2, 50, 176, '130/85'],
  ['A3', 1, 60, 198, '140/90'],
]

const wardFile = (name: string, more: (string | number)[][] = []) =>
  writtenFile(name, makeSheets([{ name: 'Ward', rows: [headings, ...ward, ...more] }]))

async function chooseFile(page: Page, file: string) {
  await page.goto('/hospital-patients?dialog=import')
  await dropFiles(page.getByText('Drop the file here'), [file])
}

/** Moves the focus to a control with only the Tab key. */
async function tabTo(page: Page, control: Locator) {
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 30 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
  await replaceTable(page, patients(3))
})

test('[import-5] questions about other headings, pounds, codes and 120/80 are asked once, and their answers are shown, imported and remembered', async ({
  page,
  server,
}) => {
  await chooseFile(page, wardFile('ward.xlsx'))
  await expect(left(page)).toHaveText('Check how the file is read 4 left')
  await expect(select(page, '1 2 rows')).toBeFocused()
  await button(page, 'Preview changes').press('Enter')
  await expect(select(page, '1 2 rows')).toBeFocused()

  await select(page, '1 2 rows').selectOption('Male')
  await select(page, '2 1 row').selectOption('Female')
  await button(page, 'Confirm: Gender is Sex').press('Enter')
  await expect(left(page)).toHaveText('Check how the file is read 3 left')
  await expect(button(page, 'Confirm: MRN is Member ID')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('154 lb = 69.9 kg')).toBeVisible()
  await button(page, 'Confirm: Wt (lb) is Weight, lb').click()
  await button(page, 'Confirm: split Blood Pressure into Systolic BP and Diastolic BP, mmHg').click()
  await expect(left(page)).toHaveText('Check how the file is read all answered')
  await button(page, 'Preview changes').click()

  await expect(tab(page, 'Changed')).toBeFocused()
  await dialog(page).getByText('First rows').click()
  await expect(rows(page, 'First rows').nth(1)).toContainText('A1')
  await expect(rows(page, 'First rows').nth(1)).toContainText('69.9')
  await expect(inForce(page)).toContainText('Your answers for this file')
  await expect(inForce(page).getByRole('listitem')).toHaveText([
    'Member ID: “MRN”',
    'Sex: “Gender”',
    'Weight: “Wt (lb)”, lb',
    'Systolic BP: “Blood Pressure”, the first part, mmHg',
    'Diastolic BP: “Blood Pressure”, the second part, mmHg',
    'Sex: “1” is read as Male, 2 rows',
    'Sex: “2” is read as Female, 1 row',
  ])
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Another ward')
  await button(page, 'Import data').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import data' }).click()
  await expectToast(page, 'Successfully update table')
  await expect(page).toHaveURL('/hospital-patients')

  await chooseFile(page, wardFile('ward again.xlsx', [['A4', 2, 30, 165, '110/70']]))
  await expect(tab(page, 'New').locator('b')).toHaveText('1')
  await expect(inForce(page)).toContainText(`answered by ${server.admin.fullName}`)
  await expect(inForce(page).getByRole('listitem')).toHaveCount(7)
  await expect(inForce(page)).toContainText('Sex: “2” is read as Female, 2 rows')
  await expectNoAxeViolations(page)
  await button(page, 'Change the answers').click()
  await expect(left(page)).toHaveText('Check how the file is read all answered')
  await button(page, 'Preview changes').click()
  await expect(tab(page, 'New').locator('b')).toHaveText('1')

  await button(page, 'Forget answers').click()
  const question = page.getByRole('alertdialog', { name: 'Forget these answers?' })
  await expect(question.getByRole('listitem')).toHaveCount(7)
  await question.getByRole('button', { name: 'Forget answers' }).click()
  await expect(left(page)).toHaveText('Check how the file is read 4 left')
  await expect(inForce(page)).toBeHidden()
})

test('sheets are joined, ages are calculated from dates of birth as of a day, and answers are kept when going back @faults', async ({
  page,
}) => {
  const sheet = (name: string, from: number) => ({
    name,
    rows: [
      ['Member ID', 'Sex', 'DOB'],
      [`${name} ${from}`, 'Male', '1961-03-14'],
      [`${name} ${from + 1}`, 'Female', '1949-11-02'],
    ],
  })
  await chooseFile(page, writtenFile('wards.xlsx', makeSheets([sheet('East', 1), sheet('West', 3)])))
  await expect(dialog(page).getByText('2 sheets contain patients')).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Combine both (4 rows)' }).check()
  const day = dialog(page).getByRole('textbox', { name: 'Calculate age as of' })
  await expect(left(page)).toHaveText('Check how the file is read 1 left')
  await button(page, 'Next question').click()
  await expect(day).toBeFocused()
  await day.fill('2026-03-01')
  await page.keyboard.press('Enter')
  await expect(day).toHaveValue('01/03/2026')
  await button(page, 'Preview changes').click()
  await expect(dialog(page).getByText('2 sheets · headings in row 1')).toBeVisible()
  await expect(tab(page, 'New').locator('b')).toHaveText('4')

  await button(page, 'Change the answers').click()
  await expect(day).toHaveValue('01/03/2026')
  await dialog(page).getByRole('radio', { name: 'Choose sheets' }).check()
  await dialog(page).getByRole('checkbox', { name: 'East 2 rows' }).uncheck()
  await button(page, 'Preview changes').click()
  await expect(tab(page, 'New').locator('b')).toHaveText('2')
  await dialog(page).getByText('First rows').click()
  await expect(rows(page, 'First rows').nth(1)).toContainText('West 3')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('rows with the same ID, decimal commas and numbers that mean “missing” are interpreted as answered @faults', async ({
  page,
}) => {
  const file = makeSheets([
    {
      name: 'Visits',
      rows: [
        ['Member ID', 'Sex', 'BMI', 'Weight (kg)'],
        ['P1', 'Male', '27,27', 80],
        ['P1', 'Male', '28,5', 82],
        ['P2', 'Female', '21,1', -9],
        ['Mean', undefined, '25,6', 54],
      ],
    },
  ])
  await chooseFile(page, writtenFile('visits.xlsx', file))
  await dialog(page).getByRole('radio', { name: 'Convert' }).check()
  await dialog(page).getByRole('radio', { name: 'Use the last row' }).check()
  await expect(rows(page, '1 row doesn’t look like a patient').nth(1)).toContainText('Mean')
  await dialog(page).getByRole('radio', { name: 'Skip it' }).check()
  await dialog(page).getByRole('radio', { name: 'Missing' }).check()
  await expect(left(page)).toHaveText('Check how the file is read all answered')
  await button(page, 'Preview changes').click()
  await expect(tab(page, 'New').locator('b')).toHaveText('2')
  await dialog(page).getByText('First rows').click()
  await expect(rows(page, 'First rows').nth(1)).toContainText('28.50')
  await expect(rows(page, 'First rows').nth(2)).not.toContainText('-9')
})

test('after a file is rejected its answers can be changed, and the file is imported @faults', async ({ page }) => {
  const file = makeSheets([
    {
      name: 'Visits',
      rows: [
        ['Member ID', 'Sex', 'BMI'],
        ['P1', 'Male', '27,27'],
        ['P2', 'Female', '28,5'],
        [undefined, undefined, 27.9],
      ],
    },
  ])
  await chooseFile(page, writtenFile('visits.xlsx', file))
  await expect(left(page)).toHaveText('Check how the file is read 2 left')
  for (const reject of await dialog(page).getByRole('radio', { name: 'Reject the file and list them' }).all()) {
    await reject.check()
  }
  await button(page, 'Preview changes').click()
  await expect(dialog(page).getByText('3 values in 3 rows can’t be read.')).toBeVisible()
  await button(page, 'Change how the file is read').click()
  await dialog(page).getByRole('radio', { name: 'Convert' }).check()
  await dialog(page).getByRole('radio', { name: 'Skip it' }).check()
  await button(page, 'Preview changes').click()
  await expect(tab(page, 'New').locator('b')).toHaveText('2')
})

test('[import-39] a corrected file with marked errors is previewed immediately, and its answers can be changed @faults', async ({
  page,
}) => {
  const rows = [
    ['MRN', 'Age', 'Wt (lb)'],
    ['A1', 40, 154],
    ['A2', 50, 'heavy'],
  ]
  await chooseFile(page, writtenFile('ward.xlsx', makeSheets([{ name: 'Ward', rows }])))
  await button(page, 'Confirm: MRN is Member ID').click()
  await button(page, 'Confirm: Wt (lb) is Weight, lb').click()
  await button(page, 'Preview changes').click()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download marked file').click()])
  const { sheets } = await readXlsx(await readFile(await file.path()))
  const corrected = sheets.map(({ name, hidden = false, rows }) => {
    const texts = rows.map((row) => row.map((cell) => (cell === 'heavy' ? '176' : String(cell ?? ''))))
    return { name, isHidden: hidden, rows: texts }
  })
  await chooseFile(page, writtenFile('corrected.xlsx', makeSheets(corrected)))
  await expect(tab(page, 'New').locator('b')).toHaveText('2')
  await expect(inForce(page)).toContainText('Your answers of')
  await button(page, 'Change the answers').click()
  await expect(select(page, 'Unit of Wt (lb)')).toHaveValue('lb')
})

test('[import-34] a file whose suggested answers are all right is previewed with four clicks @faults', async ({
  page,
}) => {
  const patient = (index: number) => [
    `NG-${index}`,
    `S${index}`,
    index % 2 === 0 ? 'M' : 'F',
    `19${50 + index}-03-14`,
    64 + index,
    150 + index,
    '120/80',
    'Normal',
    'Type 2 Diabetes',
    'cerebral infarction',
    'cerebrovascular disease',
  ]
  const names = ['MRN', 'Study no', 'Gender', 'DOB', 'Ht (in)', 'Wt (lb)', 'Blood Pressure (mmHg)', 'HTN', 'DM']
  const rowsOf = [
    [...names, 'Cerebral infarct', 'Cerebrovascular'],
    ...Array.from({ length: 9 }, (_, index) => patient(index)),
  ]
  const file = writtenFile('data set, October 2026.xlsx', makeSheets([{ name: 'Data', rows: rowsOf }]))
  await page.goto('/hospital-patients?dialog=import')
  await page.getByLabel('Choose a file (.xlsx)').setInputFiles(file)
  await expect(
    dialog(page).getByText('11 columns have a suggestion. “Confirm all” leaves 1 of them open.'),
  ).toBeVisible()
  await expect(dialog(page).getByText('The month comes from the file name.')).toBeVisible()
  await button(page, 'Confirm all 10').click()
  await expect(button(page, 'Confirm: MRN is Member ID')).toBeFocused()
  await button(page, 'Confirm: MRN is Member ID').click()
  await button(page, 'Preview changes').click()
  await expect(tab(page, 'New').locator('b')).toHaveText('9')
})

test('[import-21] forty unknown columns are one line, and a file is answered and imported with only the keyboard, also on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const assays = Array.from({ length: 40 }, (_, index) => `Assay ${index + 1} (ng/ml)`)
  const file = makeSheets([
    {
      name: 'Laboratory',
      rows: [
        ['MRN', 'Gender', 'Age', ...assays],
        ['A1', 'weiblich', 40, ...assays.map((_, index) => index / 8)],
        ['A2', 'männlich', 50, ...assays.map((_, index) => index / 4)],
      ],
    },
  ])
  await page.goto('/hospital-patients?dialog=import')
  await page.getByLabel('Choose a file (.xlsx)').setInputFiles(writtenFile('laboratory.xlsx', file))
  await expect(left(page)).toHaveText('Check how the file is read 2 left')
  await expect(dialog(page).getByText('40 columns')).toHaveCount(1)
  await expectSoundLayout(page, 'forty columns')

  await expect(button(page, 'Confirm: MRN is Member ID')).toBeFocused()
  const press = async (name: string) => {
    await tabTo(page, button(page, name))
    await page.keyboard.press('Enter')
  }
  await press('Confirm: MRN is Member ID')
  await expect(left(page)).toHaveText('Check how the file is read 1 left')
  await press('Confirm: Gender is Sex')
  await expect(left(page)).toHaveText('Check how the file is read all answered')
  await press('Preview changes')
  await expect(tab(page, 'New').locator('b')).toHaveText('2')
  await expectSoundLayout(page, 'forty columns, what changes')
  await press('Import data')
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('The laboratory')
  await page.keyboard.press('Enter')
  const confirmation = page.getByRole('alertdialog').getByRole('button', { name: 'Import data' })
  await expect(confirmation).toBeVisible()
  await tabTo(page, confirmation)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Successfully update table')
})

test('on a phone the questions have touch targets of 44 px, and nothing is wider than the sheet @faults', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseFile(page, wardFile('phone.xlsx'))
  await expect(left(page)).toHaveText('Check how the file is read 4 left')
  await expectSoundLayout(page, 'questions')
  await expectTouchTargets(page, 'questions')
  await expectNoAxeViolations(page)
})

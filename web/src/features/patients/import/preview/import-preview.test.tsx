import { QueryClientProvider } from '@tanstack/react-query'
import { pageMeta } from '@health-console/contract/http/paging.ts'
import type { PatientChange, PatientValues } from '@health-console/contract/patients/findings.ts'
import type { ImportPreview as Preview } from '@health-console/contract/patients/imports.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../../../api/query-client.ts'
import { readingWith } from '../../../../testing/import-reading.ts'
import { render } from '../../../../testing/render.tsx'
import type { Repair } from './finding.tsx'
import { CellTable } from '../tables/cell-table.tsx'
import { ImportErrors, ImportFailure } from '../tables/import-errors.tsx'
import { ImportPreview, summaryOf } from './import-preview.tsx'
import { useReason } from './use-reason.ts'

const { fetch } = window
const id = '01890000-0000-7000-8000-000000000001'
const longText = 'Type 2 Diabetes since early childhood, treated with insulin and '.repeat(2).trim()
const longId = 'a-very-long-member-id-'.repeat(4)

const patient = (memberId: string, values: Partial<PatientValues> = {}): PatientValues => ({
  memberId,
  subjectId: null,
  sex: 'Female',
  age: 52,
  height: 160,
  weight: 69,
  systolicBloodPressure: 120,
  diastolicBloodPressure: 80,
  bmi: 26.95,
  hypertension: null,
  diabetes: null,
  cerebralInfarction: null,
  cerebrovascularDisease: null,
  ...values,
})

const changes: PatientChange[] = [
  { memberId: '7', now: patient('7'), next: patient('7', { weight: 57 }) },
  { memberId: longId, now: patient(longId), next: patient(longId, { diabetes: longText }) },
]
const warnings = [
  { sheet: 'Ward 4', row: 3, column: 'Age', value: '40.5', reason: 'Not a whole number' },
  { sheet: 'Ward 4', row: 4, column: 'Subject ID', value: '', reason: 'Missing' },
]

const preview: Preview = {
  sheetName: 'Ward 4',
  headerRow: 2,
  columnCount: 12,
  ignoredColumns: ['Heart Rate(b/m)'],
  missingColumns: ['height', 'bmi'],
  rowsNow: 30,
  rowsInFile: 30,
  added: 0,
  changed: 2,
  unchanged: 28,
  removed: 0,
  needsConfirmation: false,
  warningCount: 2,
  warnings,
  findings: [
    {
      id: 'unit-weight',
      kind: 'unit',
      columns: ['weight'],
      title: 'Weight seems to be in pounds',
      detail: 'the median was 69 and is now 152.',
      rows: 30,
      needsReason: true,
      needsConfirmation: false,
      repairs: [
        {
          label: 'Keep as it is',
          answers: { bodies: 'as_they_are' },
          leaves: { rows: 30, unusual: 24, impossible: 3, medianBmi: 52.46 },
        },
        {
          label: 'Read as lb',
          answers: { columns: { weight: { heading: 'Wt', unit: 'lb' } } },
          leaves: { rows: 30, unusual: 0, impossible: 0, medianBmi: 23.8 },
        },
      ],
    },
  ],
  changedColumns: [
    {
      column: 'weight',
      rows: 1,
      medianNow: 69,
      medianNext: 152,
      lowest: { now: 43, next: 95 },
      highest: null,
      values: [],
      distribution: { from: 40, step: 20, now: [1, 2, 1, 0, 0, 0], next: [0, 0, 1, 1, 1, 1], below: 0, above: 3 },
    },
    {
      column: 'diabetes',
      rows: 1,
      medianNow: null,
      medianNext: null,
      lowest: null,
      highest: null,
      values: [{ value: null, now: 30, next: 29 }],
      distribution: null,
    },
  ],
  firstRows: changes,
  changes: [],
}

beforeEach(() => {
  queryClient.clear()
  window.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    const data = pathname.endsWith('/warnings') ? warnings : changes
    return Response.json({ data: { data, meta: pageMeta(1, 20, data.length) } })
  }
})
afterEach(() => {
  window.fetch = fetch
  return page.viewport(1280, 800)
})

function Shown({ of = preview, onRepair = () => undefined }: { of?: Preview; onRepair?: (repair: Repair) => void }) {
  const reason = useReason()
  return (
    <QueryClientProvider client={queryClient}>
      <div style={{ padding: 16 }}>
        <ImportPreview
          id={id}
          reading={readingWith({})}
          preview={of}
          isAfterAnswers={false}
          onChange={() => undefined}
          onRepair={onRepair}
          reason={reason}
          onDone={() => reason.require()}
          disabled={false}
        />
        <ImportErrors message="2 values cannot be read. Stop." errors={warnings} errorCount={2} />
      </div>
    </QueryClientProvider>
  )
}

const tab = (name: RegExp) => page.getByRole('tab', { name })
const table = (name: string) => page.getByRole('region', { name })
const isHiddenSideways = (name: string) => {
  const box = table(name).element()
  return box.scrollWidth > box.clientWidth
}

test('on a phone changes and errors are stacked, and nothing scrolls sideways', async () => {
  await page.viewport(390, 800)
  render(<Shown />)
  const texts = (name: string) =>
    table(name)
      .getByRole('row')
      .elements()
      .map((row) => row.textContent)
  await tab(/^Warnings/).click()
  await expect.poll(() => texts('Warnings')[2]).toBe('Row 4 · Subject ID: -Missing')
  expect(isHiddenSideways('Warnings')).toBe(false)
  await tab(/^Changed/).click()
  await page.getByRole('radio', { name: 'Rows' }).click()
  await expect.poll(() => texts('Changed values')[1]).toBe('Member ID 7Weight 69\u00a0kg → 57\u00a0kg')
  expect(texts('Changed values')[2]).toContain('Diabetes - → Type 2 Diabetes')
  expect(texts('Row errors').slice(1)).toEqual(['Row 3 · Age: 40.5Not a whole number', 'Row 4 · Subject ID: -Missing'])
  expect(['Changed values', 'Row errors'].filter(isHiddenSideways)).toEqual([])
  await page.getByRole('radio', { name: 'Columns' }).click()
  await expect
    .poll(() => texts('Changes by column')[1])
    .toBe('Weight · 1 rowMedian 69 → 152\u00a0kgLowest 43 → 95\u00a0kgShow rows')
  expect(texts('Changes by column')[2]).toBe('Diabetes · 1 rowEmpty 30 → 29Show rows')
  expect(isHiddenSideways('Changes by column')).toBe(false)
})

test('a warning shows a measurement with two decimals, every digit in its title, and an ID unchanged', async () => {
  const cell = { sheet: 'Ward 4', row: 3, reason: 'Appears twice' }
  const cells = [
    { ...cell, column: 'Wt', value: '0.123456789' },
    { ...cell, column: 'Code', value: '1.23456' },
  ]
  const columnOf = (heading: string) => (heading === 'Wt' ? 'weight' : 'subjectId')
  render(<CellTable label="Warnings" cells={cells} columnOf={columnOf} />)
  await expect.element(page.getByText('0.12', { exact: true })).toHaveAttribute('title', '0.123456789')
  await expect.element(page.getByText('1.23456', { exact: true })).toBeVisible()
})

test('the first import says above everything else which measures will be empty', async () => {
  const finding = {
    id: 'newly_empty-bmi',
    kind: 'newly_empty' as const,
    columns: ['bmi' as const],
    title: 'BMI will be empty',
    detail: 'no row of the file has a value.',
    rows: 0,
    needsReason: false,
    needsConfirmation: false,
    repairs: [],
  }
  const first = { ...preview, rowsNow: 0, added: 30, changed: 0, unchanged: 0, changedColumns: [], findings: [finding] }
  render(<Shown of={first} />)
  await expect.element(page.getByText('BMI will be empty: no row of the file has a value.')).toBeVisible()
})

test('on a wide screen changes and errors are tables, and all missing columns are named', async () => {
  const missingColumns: Preview['missingColumns'] = ['age', 'height', 'weight', 'bmi', 'diabetes']
  const { host } = render(<Shown of={{ ...preview, missingColumns }} />)
  await tab(/^Warnings/).click()
  await expect.element(table('Warnings').getByRole('columnheader', { name: 'Reason' })).toBeVisible()
  await tab(/^Changed/).click()
  await page.getByRole('radio', { name: 'Rows' }).click()
  await expect.element(table('Changed values').getByRole('columnheader', { name: 'After import' })).toBeVisible()
  expect(host.textContent).toContain(
    'The columns Age, Height(cm), Weight(kg), BMI (kg/m²) and Diabetes aren’t in the file and will be empty.',
  )
})

test('in a dialog of the usual width long values wrap, and nothing scrolls sideways or is cut off', async () => {
  await page.viewport(744, 800)
  render(<Shown />)
  await tab(/^Changed/).click()
  await page.getByRole('radio', { name: 'Rows' }).click()
  const value = table('Changed values').getByText(longText)
  await expect.element(value).toBeVisible()
  expect(isHiddenSideways('Changed values')).toBe(false)
  expect(value.element().closest('td')?.scrollWidth).toBe(value.element().closest('td')?.clientWidth)
})

test('the first marked tab is open, and arrows, Home and End choose another', async () => {
  render(<Shown />)
  await expect.element(tab(/^Changed needs attention 2/)).toHaveAttribute('aria-selected', 'true')
  await tab(/^Warnings 2/).click()
  tab(/^Warnings/)
    .element()
    .focus()
  const keys = [
    ['{ArrowRight}', /^New/],
    ['{ArrowLeft}', /^Warnings/],
    ['{Home}', /^New/],
    ['{ArrowDown}', /^Changed/],
    ['{End}', /^Warnings/],
  ] as const
  for (const [key, name] of keys) {
    await userEvent.keyboard(key)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
  await tab(/^Removed/).click()
  await expect.element(page.getByText('No rows would be removed.')).toBeVisible()
})

test('a measure that appears or becomes empty shows its median, and a finding without a chart has the whole width', async () => {
  const [appears, empty] = [
    { medianNow: null, medianNext: 152 },
    { medianNow: 26.95, medianNext: null },
  ]
  const changedColumns = preview.changedColumns.map((change, index) => ({
    ...change,
    ...(index === 0 ? appears : empty),
    lowest: null,
    values: [],
    distribution: null,
  }))
  render(<Shown of={{ ...preview, changedColumns }} />)
  await expect.element(table('Changes by column')).toBeVisible()
  const texts = table('Changes by column').element().textContent
  expect(texts).toContain('Median - → 152\u00a0kg')
  expect(texts).toContain('Median 26.95 → -Show rows')
  const choices = page.getByRole('button', { name: 'Read as lb' }).element().closest('ul')
  expect(choices?.clientWidth).toBe(table('Changes by column').element().clientWidth)
})

test('counts of one are singular, and a screen reader hears the counts of the tabs', async () => {
  const { host } = render(<ImportErrors message="1 value cannot be read." errors={warnings.slice(1)} errorCount={1} />)
  expect(host.textContent).toContain('Correct it in the file and upload it again.')
  const findings = preview.findings.map((finding) => ({ ...finding, needsReason: false }))
  expect(summaryOf({ ...preview, findings })).toBe(
    'The file has been read. New: 0, Changed: 2, Removed: 0, Warnings: 3.',
  )
})

test('after a failure the button to try again has the focus, if it was on the one that failed', async () => {
  const failed = <ImportFailure failure={{ message: 'You’re offline.' }} onRetry={() => undefined} />
  const { rerender } = render(<button>Import data</button>)
  page.getByRole('button').element().focus()
  rerender(
    <>
      <button disabled>Import data</button>
      {failed}
    </>,
  )
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus()
})

test('a column whose median changes has a chart, the same numbers in a table, and a button for its rows', async () => {
  render(<Shown />)
  await tab(/^Changed/).click()
  const chart = page.getByRole('img', {
    name: 'Weight in kg, now and after import: the median changes from 69 to 152',
  })
  await expect.element(chart).toBeVisible()
  await expect.element(page.getByText('3 values are off the scale.')).toBeVisible()
  await page.getByText('Show as table').click()
  const rows = table('Weight as a table').getByRole('row').elements()
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' '))).toEqual([
    'Weight (kg) Rows now After import',
    '40 to 60 1 -',
    '60 to 80 2 -',
    '80 to 100 1 1',
    '100 to 120 - 1',
    '120 to 140 - 1',
    '140 to 160 - 1',
  ])
  await page.getByRole('button', { name: 'Show rows, Weight' }).click()
  await expect.element(tab(/^Changed/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('combobox', { name: 'Column' })).toHaveValue('weight')
  await expect.element(table('Changed values').getByRole('row').nth(1)).toBeVisible()
  expect(table('Changed values').element().textContent).not.toContain('Diabetes')
})

test('the first rows are a closed line under every tab, with changed values in bold', async () => {
  const { host } = render(<Shown />)
  const bold = () =>
    [...host.querySelectorAll('[aria-label="First rows after import"] b')].map((each) => each.textContent)
  expect(bold()).toEqual(['57', longText])
  await tab(/^Removed/).click()
  expect(bold()).toEqual(['57', longText])
})

test('a finding about a whole column is one sentence with its rows, and only such findings ask for a reason', async () => {
  const repairs: string[] = []
  const { host, rerender } = render(<Shown onRepair={({ label }) => repairs.push(label)} />)
  await page.getByRole('button', { name: 'Read as lb' }).click()
  expect(repairs).toEqual(['Read as lb'])
  expect(host.textContent).toContain('Weight seems to be in pounds: choose how to read the file, or give a reason.')
  expect(host.textContent).toContain('Keep as it is24 of 30 rows unusual, 3 impossible, median BMI 52.46')
  expect(host.textContent).toContain('Read as lb0 of 30 rows unusual, median BMI 23.80')
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
  expect(host.textContent).toContain('Why is Weight correct? One line; saved in the import history.')
  await page.getByRole('button', { name: 'Show 30 rows: Weight seems to be in pounds' }).click()
  await expect.element(tab(/^Warnings/)).toHaveFocus()
  await expect.element(page.getByText(/^Rows affected by “Weight seems to be in pounds”/)).toBeVisible()
  await expect.element(table('Warnings')).toBeVisible()
  await page.getByRole('button', { name: 'Show all warnings' }).click()
  await expect.element(page.getByText('2 values look wrong.')).toBeVisible()
  rerender(<Shown of={{ ...preview, findings: [] }} />)
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).not.toBeInTheDocument()
})

test('Enter without a reason, or with one that is too long, shows an error, which disappears on typing', async () => {
  render(<Shown />)
  const field = page.getByRole('textbox', { name: 'Reason' })
  await field.fill(' ')
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await expect.element(page.getByText('Explain in one line why the file is correct')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.fill('Children'.repeat(26))
  await expect.element(page.getByText('Explain in one line why the file is correct')).not.toBeInTheDocument()
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await expect.element(page.getByText('At most 200 characters')).toBeVisible()
  await field.fill('Children')
  await expect.element(page.getByText('At most 200 characters')).not.toBeInTheDocument()
})

test('Enter in the reason of an import does not confirm it while an input method is used', async () => {
  render(<Shown />)
  const reason = page.getByRole('textbox', { name: 'Reason' })
  const enter = (parts: KeyboardEventInit) =>
    reason.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...parts }))
  const error = page.getByText('Explain in one line why the file is correct')
  enter({ isComposing: true })
  enter({ keyCode: 229 })
  await expect.element(reason).toBeVisible()
  expect(error.query()).toBeNull()
  enter({})
  await expect.element(error).toBeVisible()
})

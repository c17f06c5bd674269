import type { ImportPreview as Preview } from '@health-console/contract/patient-imports.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { ImportFaults } from './import-faults.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useReason } from './use-reason.ts'

const longText = 'Type 2 Diabetes since early childhood, treated with insulin and '.repeat(2).trim()

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
  warnings: [
    { row: 3, column: 'Age', value: '40.5', reason: 'Not a whole number' },
    { row: 4, column: 'Subject ID', value: '', reason: 'Missing' },
  ],
  findings: [
    {
      id: 'unit-weight',
      kind: 'unit',
      columns: ['weight'],
      title: 'Weight looks like pounds',
      detail: 'the median is 152 where it was 69.',
      rows: 30,
      needsReason: true,
      needsConfirmation: false,
      repair: null,
    },
  ],
  changedColumns: [],
  firstRows: [],
  changes: [
    { memberId: '7', column: 'weight', now: 69, next: 57 },
    { memberId: 'a-very-long-member-id-'.repeat(4), column: 'diabetes', now: null, next: longText },
  ],
}

function Shown({ findings = preview.findings }) {
  const reason = useReason()
  return (
    <div style={{ padding: 16 }}>
      <ImportPreview
        preview={{ ...preview, findings }}
        reason={reason}
        onDone={() => reason.require()}
        disabled={false}
      />
      <ImportFaults message="2 values cannot be read. Stop." faults={preview.warnings} faultCount={2} />
    </div>
  )
}

const table = (name: string) => page.getByRole('region', { name })
const isHiddenSideways = (name: string) => {
  const box = table(name).element()
  return box.scrollWidth > box.clientWidth
}

afterEach(() => page.viewport(1280, 800))

test('on a phone changes and errors are stacked, and nothing scrolls sideways', async () => {
  await page.viewport(390, 800)
  render(<Shown />)
  const texts = (name: string) =>
    table(name)
      .getByRole('row')
      .elements()
      .map((row) => row.textContent)
  await expect.poll(() => texts('Changed values')[1]).toBe('Member ID 7Weight 69\u00a0kg → 57\u00a0kg')
  expect(texts('Changed values')[2]).toContain('Diabetes - → Type 2 Diabetes')
  expect(texts('Row errors').slice(1)).toEqual(['Row 3 · Age: 40.5Not a whole number', 'Row 4 · Subject ID: -Missing'])
  expect(['Changed values', 'Warnings', 'Row errors'].filter(isHiddenSideways)).toEqual([])
})

test('on a wide screen they are tables, and missing columns are named', async () => {
  const { host } = render(<Shown />)
  await expect.element(table('Changed values').getByRole('columnheader', { name: 'After import' })).toBeVisible()
  await expect.element(table('Warnings').getByRole('columnheader', { name: 'Problem' })).toBeVisible()
  expect(host.textContent).toContain('The columns Height(cm) and BMI (kg/m²) are missing and become empty.')
})

test('in a dialog of the usual width long values wrap, and nothing scrolls sideways or is cut off', async () => {
  await page.viewport(744, 800)
  render(<Shown />)
  const value = table('Changed values').getByText(longText)
  await expect.element(value).toBeVisible()
  expect(isHiddenSideways('Changed values')).toBe(false)
  expect(value.element().closest('td')?.scrollWidth).toBe(value.element().closest('td')?.clientWidth)
})

test('a finding about a whole column is one sentence, and only such a one asks for a reason', async () => {
  const { host, rerender } = render(<Shown />)
  expect(host.textContent).toContain('Weight looks like pounds: the median is 152 where it was 69.')
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
  rerender(<Shown findings={[]} />)
  await expect.element(table('Warnings')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).not.toBeInTheDocument()
})

test('Enter without a reason shows an error, which goes away with typing', async () => {
  render(<Shown />)
  const field = page.getByRole('textbox', { name: 'Reason' })
  await field.fill(' ')
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await expect.element(page.getByText('Explain in one line why the values are right')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.fill('Children')
  await expect.element(page.getByText('Explain in one line why the values are right')).not.toBeInTheDocument()
})

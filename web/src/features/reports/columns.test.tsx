import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { reportColumns } from './columns.tsx'

test('a long ID does not push the date under the actions', () => {
  const ignore = () => undefined
  const reportId = 'r'.repeat(200)
  const rows = [{ id: reportId, report: { reportId, generatedAt: 1_795_120_200 }, readings: [] }]
  const { host } = render(<DataTable label="Reports" columns={reportColumns('u1', ignore, true).wide} rows={rows} />)
  const [, date, actions] = [...host.querySelectorAll('tbody tr > *')].map((cell) => cell.getBoundingClientRect())
  expect(date?.right).toBeLessThanOrEqual(actions?.left ?? 0)
  expect(host.querySelector('tbody th')?.getAttribute('title')).toBe(reportId)
})

test('a UUID is whole, also one of wide letters', () => {
  const ignore = () => undefined
  const reportId = '0dbdd6d9-bd6d-7d9b-a9db-d6bd9dbb6dd9'
  const rows = [{ id: reportId, report: { reportId, generatedAt: 1_795_120_200 }, readings: [] }]
  const { host } = render(<DataTable label="Reports" columns={reportColumns('u1', ignore, true).wide} rows={rows} />)
  const text = host.querySelector('tbody th .id')?.parentElement
  expect(text?.textContent).toBe(reportId)
  expect(text?.scrollWidth).toBeLessThanOrEqual(text?.clientWidth ?? 0)
})

import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { UserMinusIcon } from 'lucide-react'
import { render } from '../testing/render.tsx'
import type { Column, Sort } from './column.ts'
import { DataTable } from './data-table.tsx'
import { LeadCell } from './lead-cell.tsx'
import { RowAction, RowActions, RowMenu } from './row-action.tsx'
import { rowLinkClass } from './scroll-table.tsx'
import { useIsNarrow } from './use-is-narrow.ts'

type Patient = { id: string; age: number | null; email: string; sex?: string }

const rows: Patient[] = [
  { id: '10', age: 61, email: 'a@b.example', sex: 'Male' },
  { id: '9', age: null, email: 'b@b.example' },
  { id: '101', age: 7, email: 'c@b.example', sex: '' },
]

const columns: Column<Patient>[] = [
  {
    key: 'id',
    label: 'Member ID',
    kind: 'id',
    sortable: true,
    render: (row) => (
      <a className={rowLinkClass} href={`#opened-${row.id}`}>
        {row.id}
      </a>
    ),
  },
  { key: 'age', label: 'Age', unit: ' (years)', kind: 'number', sortable: true },
  { key: 'sex', label: 'Sex' },
  { key: 'email', label: 'Email', maxWidth: '3.75rem' },
]

const heading = (name: string) => page.getByRole('columnheader', { name })
const column = (index: number) =>
  [...document.querySelectorAll(`tbody tr > :nth-child(${index})`)].map((cell) => cell.textContent)

afterEach(async () => {
  history.replaceState(null, '', location.pathname + location.search)
  await page.viewport(1280, 800)
})

test('headings have the specified texts, and only sortable ones are buttons', () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  const texts = [...document.querySelectorAll('thead th')].map((th) => th.textContent)
  expect(texts).toEqual(['Member ID', 'Age (years)', 'Sex', 'Email'])
  expect([...document.querySelectorAll('thead th')].map((th) => th.querySelector('button') !== null)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('[widgets-2] a heading sorts ascending, descending, then restores the order', async () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  const sort = page.getByRole('button', { name: 'Age (years)' })
  const age = heading('Age (years)')
  expect(age.element().getAttribute('aria-sort')).toBeNull()
  await sort.click()
  await expect.element(age).toHaveAttribute('aria-sort', 'ascending')
  expect(column(2)).toEqual(['7', '61', '-'])
  await sort.click()
  await expect.element(age).toHaveAttribute('aria-sort', 'descending')
  expect(column(2)).toEqual(['-', '61', '7'])
  await sort.click()
  await expect.element(age).not.toHaveAttribute('aria-sort')
  expect(column(1)).toEqual(['10', '9', '101'])
})

test('only one column sorts at a time, and IDs sort in natural order', async () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  await page.getByRole('button', { name: 'Age (years)' }).click()
  await page.getByRole('button', { name: 'Member ID' }).click()
  await expect.element(heading('Member ID')).toHaveAttribute('aria-sort', 'ascending')
  expect(heading('Age (years)').element().getAttribute('aria-sort')).toBeNull()
  expect(column(1)).toEqual(['9', '10', '101'])
})

test('a sort controlled from outside cycles in the same way and leaves the rows as they are', async () => {
  const sorts: (Sort | null)[] = []
  function Kept() {
    const [sort, setSort] = useState<Sort | null>(null)
    return (
      <DataTable
        label="Patients"
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(next) => {
          sorts.push(next)
          setSort(next)
        }}
      />
    )
  }
  render(<Kept />)
  for (let click = 0; click < 3; click++) await page.getByRole('button', { name: 'Member ID' }).click()
  expect(sorts).toEqual([{ key: 'id', order: 'asc' }, { key: 'id', order: 'desc' }, null])
  expect(column(1)).toEqual(['10', '9', '101'])
})

test('[widgets-1] missing values show "-", and the tooltip of a clipped text contains all of it', () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  expect(column(3)).toEqual(['Male', '-', '-'])
  expect(column(2)).toEqual(['61', '-', '7'])
  expect(document.querySelector('tbody td:nth-child(4)')?.getAttribute('title')).toBe('a@b.example')
})

test('[widgets-29] values of data are excluded from a translation of the page', () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  const cells = [...document.querySelectorAll('tbody td')].filter((cell) => !['', '-'].includes(cell.textContent))
  expect(cells.length).toBeGreaterThan(0)
  for (const cell of cells) expect(cell.querySelector('[translate=no]')).not.toBeNull()
  expect(document.querySelector('thead [translate=no]')).toBeNull()
})

test('the first cell of a row names it for assistive technology', async () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  await expect.element(page.getByRole('rowheader', { name: '101' })).toHaveAttribute('scope', 'row')
})

test('[widgets-1] an empty table shows its default text or its own', async () => {
  const { rerender } = render(<DataTable label="Patients" columns={columns} rows={[]} />)
  await expect.element(page.getByText('No items.')).toBeVisible()
  const empty = { title: 'Nothing found.', subtitle: 'Adjust the search or try again later.' }
  rerender(<DataTable label="Patients" columns={columns} rows={[]} empty={empty} />)
  await expect.element(page.getByText('Nothing found.')).toBeVisible()
  await expect.element(page.getByText('Adjust the search or try again later.')).toBeVisible()
})

test('rows about to be replaced stay visible, dimmed and disabled', async () => {
  const { rerender } = render(<DataTable label="Patients" columns={columns} rows={rows} loading />)
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Patients table' })).toHaveAttribute('aria-busy', 'true')
  expect(column(1)).toEqual(['10', '9', '101'])
  expect(document.querySelector('tbody')?.inert).toBe(true)
  expect(Number(getComputedStyle(document.querySelector('tbody') ?? document.body).opacity)).toBeLessThan(1)
  rerender(<DataTable label="Patients" columns={columns} rows={rows} />)
  expect(document.querySelector('tbody')?.inert).toBe(false)
})

test('the headings are drawn before the first response, at their final place, and a failure shows a button to try again', async () => {
  const onRetry = vi.fn<() => void>()
  const { rerender } = render(<DataTable label="Patients" columns={columns} rows={[]} loading />)
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  const edges = () => [...document.querySelectorAll('th[scope=col]')].map((th) => th.getBoundingClientRect().left)
  expect(document.querySelectorAll('tbody tr')).toHaveLength(0)
  const before = edges()
  expect(before).toHaveLength(4)
  rerender(<DataTable label="Patients" columns={columns} rows={rows} />)
  expect(edges()[0]).toBe(before[0])
  const failed = { title: 'Failed to fetch patients', onRetry }
  rerender(<DataTable label="Patients" columns={columns} rows={[]} failed={failed} />)
  await expect.element(page.getByRole('alert').getByText('Failed to fetch patients')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a heading keeps the focus while the server sorts', async () => {
  const table = (loading: boolean) => (
    <DataTable label="Patients" columns={columns} rows={rows} sort={null} onSort={() => {}} loading={loading} />
  )
  const { rerender } = render(table(false))
  const heading = page.getByRole('button', { name: 'Member ID' })
  await heading.click()
  rerender(table(true))
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
  rerender(table(false))
  expect(page.getByRole('status', { name: 'Loading' }).query()).toBeNull()
})

test('a click anywhere on a row follows its link', async () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  // The stretched link lies over the text.
  await page.getByText('Male').click({ force: true })
  expect(location.hash).toBe('#opened-10')
})

test('many rows scroll inside, under a fixed header, and a new page starts at the top', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ id: String(index), age: index, email: 'a@b.example' }))
  const table = (page: number) => (
    <div style={{ display: 'flex', flexDirection: 'column', height: 400 }}>
      <DataTable label="Patients" columns={columns} rows={many} scrollKey={page} footer={<p>pager</p>} />
    </div>
  )
  const { rerender } = render(table(1))
  const box = page.getByRole('region', { name: 'Patients table' }).element()
  expect(box.scrollHeight).toBeGreaterThan(box.clientHeight)
  expect(page.getByText('pager').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(400)
  box.scrollTop = 500
  const head = document.querySelector('th')?.getBoundingClientRect()
  expect(head?.top).toBeLessThan(box.getBoundingClientRect().top + 4)
  rerender(table(2))
  await expect.poll(() => box.scrollTop).toBe(0)
})

test('the pinned column and the actions stay in reach while the rest scrolls', async () => {
  await page.viewport(390, 700)
  const wide: Column<Patient>[] = [
    { key: 'id', label: 'Member ID' },
    { key: 'age', label: 'Age', minWidth: '25rem' },
    { key: 'email', label: 'Email', minWidth: '25rem' },
    {
      key: 'actions',
      label: 'Action',
      kind: 'actions',
      render: (row) => (
        <RowActions>
          <RowAction
            icon={UserMinusIcon}
            iconWhenNarrow
            label="Revoke access"
            variant="delete"
            aria-describedby={row.id}
          />
        </RowActions>
      ),
    },
  ]
  render(
    <div style={{ padding: 'var(--page-inset)' }}>
      <DataTable label="Admins" columns={wide} rows={rows} pinFirst />
    </div>,
  )
  const box = page.getByRole('region', { name: 'Admins table' }).element()
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth)
  const revoke = page.getByRole('button', { name: 'Revoke access' }).first()
  for (const scrollLeft of [0, 300]) {
    box.scrollLeft = scrollLeft
    const action = revoke.element().getBoundingClientRect()
    expect(action.right).toBeLessThanOrEqual(390)
    // Only its icon is visible, but its name remains.
    expect(action.width).toBe(44)
    expect(document.querySelector('tbody th')?.getBoundingClientRect().left).toBeGreaterThanOrEqual(0)
  }
})

const listed: Column<Patient>[] = [
  { key: 'id', label: 'Member ID', narrow: ({ id, sex }) => <LeadCell text={id} below={sex} /> },
  { key: 'sex', label: 'Sex' },
  {
    key: 'actions',
    label: 'Action',
    kind: 'actions',
    render: () => <RowMenu of="Bo" acts={[remove]} />,
    narrow: () => <RowMenu of="Bo" acts={[remove]} isNarrow />,
  },
]
const remove = { icon: UserMinusIcon, label: 'Remove', name: 'Remove Bo', isDelete: true, onChoose: () => {} }

function Narrowing() {
  const table = useRef<HTMLElement>(null)
  return (
    <DataTable
      ref={table}
      label="Patients"
      isNarrow={useIsNarrow(table, 740)}
      columns={listed}
      rows={rows.slice(0, 1)}
    />
  )
}

test('a narrow table shows rows of two lines, and the actions in a menu', async () => {
  const texts = () => [...document.querySelectorAll('thead th')].map((th) => th.textContent)
  render(<Narrowing />)
  expect(texts()).toEqual(['Member ID', 'Sex', 'Action'])
  expect(page.getByRole('button', { name: 'Remove Bo' }).elements()).toHaveLength(1)
  await page.viewport(500, 700)
  await expect.poll(texts).toEqual(['Member ID', 'Action'])
  expect(document.querySelector('tbody th')?.textContent).toBe(`${rows[0]?.id}${rows[0]?.sex}`)
  expect(page.getByRole('button', { name: 'Remove Bo' }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Actions for Bo' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove Bo' })).toBeVisible()
  await page.viewport(1280, 800)
  await expect.poll(texts).toEqual(['Member ID', 'Sex', 'Action'])
})

test('a table that starts narrow never shows the columns of a wide one', async () => {
  await page.viewport(500, 700)
  render(<Narrowing />)
  expect([...document.querySelectorAll('thead th')].map((th) => th.textContent)).toEqual(['Member ID', 'Action'])
})

test.each(['light', 'dark'])(
  'in the %s theme the row under the pointer differs from its neighbours by 1.12 : 1',
  (theme) => {
    document.documentElement.dataset['theme'] = theme
    const { host } = render(
      <>
        <p style={{ background: 'var(--surface)' }} />
        <p style={{ background: 'var(--surface-hover)' }} />
      </>,
    )
    const [row = 0, hovered = 0] = [...host.children].map((each) => luminanceOf(getComputedStyle(each).backgroundColor))
    delete document.documentElement.dataset['theme']
    expect((Math.max(row, hovered) + 0.05) / (Math.min(row, hovered) + 0.05)).toBeGreaterThanOrEqual(1.12)
  },
)

/** This is how WCAG defines it. */
function luminanceOf(colour: string): number {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (!canvas) throw new Error('The browser has no canvas')
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the first cell of a row can be reached with the keyboard and opens the row', async () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  document.querySelector<HTMLElement>('tbody a')?.focus()
  await userEvent.keyboard('{Enter}')
  expect(location.hash).toBe('#opened-10')
})

test('the arrow of a sorted heading is level with its label, and left of right-aligned ones', () => {
  render(<DataTable label="Patients" columns={columns} rows={rows} />)
  const boxes = ['Member ID', 'Age (years)'].map((name) => {
    const button = heading(name).getByRole('button').element()
    const [label, arrow] = ['.caps', 'svg'].map((part) => button.querySelector(part)?.getBoundingClientRect())
    if (!label || !arrow) throw new Error('A heading has no label or no arrow')
    return { label, arrow }
  })
  const middle = ({ top, height }: DOMRect) => top + height / 2
  // Small capitals are in the lower half of their line.
  for (const { label, arrow } of boxes) {
    expect(middle(arrow) - middle(label)).toBeGreaterThan(0)
    expect(middle(arrow) - middle(label)).toBeLessThan(2.5)
  }
  expect(boxes.map(({ label, arrow }) => arrow.left > label.right)).toEqual([true, false])
  expect(boxes.map(({ label, arrow }) => arrow.right < label.left)).toEqual([false, true])
})

test('the focus ring of the last action is not cut off', async () => {
  const actions: Column<Patient> = {
    key: 'actions',
    label: 'Action',
    kind: 'actions',
    render: (row) => (
      <RowActions>
        <RowAction label="Remove" icon={UserMinusIcon} aria-label={`Remove ${row.id}`} />
      </RowActions>
    ),
  }
  render(<DataTable label="Patients" columns={[...columns, actions]} rows={rows} />)
  for (let presses = 0; !document.activeElement?.closest('tbody'); presses += 1) {
    expect(presses).toBeLessThan(20)
    await userEvent.tab()
  }
  await userEvent.keyboard('{Control>}{End}{/Control}{End}')
  await expect.element(page.getByRole('button', { name: 'Remove 101' })).toHaveFocus()
  const button = page.getByRole('button', { name: 'Remove 101' }).element()
  const { outlineOffset, outlineWidth } = getComputedStyle(button)
  const ringRight =
    button.getBoundingClientRect().right + Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  const box = page.getByRole('region', { name: 'Patients' }).element().getBoundingClientRect()
  expect(ringRight).toBeLessThanOrEqual(box.right)
})

test('a cell that gets the focus by keyboard moves out from under the header, the pinned cells and the fading edge', async () => {
  await page.viewport(390, 400)
  const wide = ['age', 'sex', 'email'].map((key): Column<Patient> => ({
    key,
    label: `${key} of the patient`,
    sortable: true,
    minWidth: '9rem',
  }))
  const many = Array.from({ length: 30 }, (_, index) => ({ id: String(index), age: index, email: 'a@b.example' }))
  render(
    <div style={{ height: '300px', display: 'grid' }}>
      <DataTable label="Patients" columns={[...columns.slice(0, 1), ...wide]} rows={many} pinFirst />
    </div>,
  )
  const element = page.getByRole('region', { name: 'Patients table' }).element()
  const box = element.getBoundingClientRect()
  const fadePx = 56
  const corner = () => document.querySelector('thead th')?.getBoundingClientRect() ?? box
  const textInFocus = () => {
    const range = document.createRange()
    range.selectNodeContents(document.activeElement ?? document.body)
    return range.getBoundingClientRect()
  }
  page.getByRole('button', { name: 'Member ID' }).element().focus()
  for (const shift of [false, false, false, true, true]) {
    await userEvent.tab({ shift })
    expect(textInFocus().left).toBeGreaterThanOrEqual(corner().right)
    const { scrollWidth, clientWidth, scrollLeft } = element
    const isAtEnd = scrollLeft >= scrollWidth - clientWidth - 1
    expect(textInFocus().right).toBeLessThanOrEqual(isAtEnd ? box.right : box.right - fadePx)
  }
  page.getByRole('link', { name: '29' }).element().focus()
  for (let row = 0; row < 29; row += 1) {
    await userEvent.keyboard('{ArrowUp}')
    expect(textInFocus().top).toBeGreaterThanOrEqual(corner().bottom)
  }
})

test('rows in groups without a heading have a rule between them', () => {
  const { host } = render(
    <DataTable
      label="Patients"
      columns={columns}
      rows={rows}
      headingOf={({ id }) => ({ key: id === '101' ? 'second' : 'first', heading: null })}
    />,
  )
  const rules = [...host.querySelectorAll('tbody tr > :first-child')].map((cell) => {
    const { borderBottomWidth, borderBottomColor } = getComputedStyle(cell)
    return borderBottomWidth !== '0px' && borderBottomColor !== 'rgba(0, 0, 0, 0)'
  })
  // The table's own edge follows the last row.
  expect(rules).toEqual([true, true, false])
})

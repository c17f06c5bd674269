import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { rowLinkClass } from './scroll-table.tsx'

type User = { id: string; memberId: string; name: string; email: string }

const users: User[] = [
  { id: '1', memberId: 'HM-1', name: 'Siân Llewellyn', email: 'sian@people.example' },
  { id: '2', memberId: 'HM-2', name: 'Zoë Brännström', email: 'zoe@people.example' },
]

const opened: string[] = []
const note = (what: string) => (event: { preventDefault: () => void }) => {
  event.preventDefault()
  opened.push(what)
}

const columns: Column<User>[] = [
  {
    key: 'memberId',
    label: 'Member id',
    copies: 'Member ID',
    render: (user) => (
      <a className={rowLinkClass} href={`#${user.id}`} onClick={note(user.id)}>
        {user.memberId}
      </a>
    ),
  },
  { key: 'name', label: 'Name' },
  {
    key: 'email',
    label: 'Email',
    render: (user) => (
      <a href={`mailto:${user.email}`} onClick={note(user.email)}>
        {user.email}
      </a>
    ),
  },
]

beforeEach(() => {
  opened.length = 0
  render(<DataTable label="People" columns={columns} rows={users} />)
})
afterEach(() => {
  document.getSelection()?.removeAllRanges()
  vi.restoreAllMocks()
})

test('a click anywhere in a row opens it, and a click on another link opens only that link', async () => {
  await page.getByText('Zoë Brännström').click()
  await page.getByRole('link', { name: 'HM-1' }).click()
  await page.getByRole('link', { name: 'sian@people.example' }).click()
  expect(opened).toEqual(['2', '1', 'sian@people.example'])
})

test.each(['Shift', 'ControlOrMeta'] as const)('a click in a row while holding %s opens another tab', async (key) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await page.getByText('Zoë Brännström').click({ modifiers: [key] })
  expect(open).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/#2$/), '_blank', 'noopener')
  expect(opened).toEqual([])
})

test.each(['Siân Llewellyn', 'HM-1', 'sian@people.example'])(
  'the text %s can be selected by dragging, which opens nothing',
  async (text) => {
    await dragOver(text)
    await expect.poll(() => document.getSelection()?.toString()).toMatch(new RegExp(`^${text.slice(0, 2)}`))
    expect(opened).toEqual([])
  },
)

test.each(['HM-1', 'sian@people.example'])(
  'dragging over %s opens nothing, in browsers where links cannot be selected',
  async (text) => {
    page.getByText(text).element().closest<HTMLElement>('a')?.style.setProperty('user-select', 'none')
    const released = vi.fn<() => void>()
    window.addEventListener('click', released, { once: true, capture: true })
    await dragOver(text)
    await expect.poll(() => released.mock.calls.length).toBe(1)
    expect(opened).toEqual([])
  },
)

async function dragOver(text: string) {
  const element = page.getByText(text)
  const { width, height } = element.element().getBoundingClientRect()
  await userEvent.dragAndDrop(element, element, {
    sourcePosition: { x: 1, y: height / 2 },
    targetPosition: { x: Math.min(width - 2, 60), y: height / 2 },
    steps: 5,
  })
}

test('the name of a row is the text of its first cell, without its copy button', async () => {
  await expect.element(page.getByRole('rowheader', { name: 'HM-1', exact: true })).toBeVisible()
  // The button is hidden where nothing hovers.
  const copy = page.getByRole('button', { name: 'Copy Member ID HM-1', includeHidden: true })
  await expect.element(copy).toBeInTheDocument()
})

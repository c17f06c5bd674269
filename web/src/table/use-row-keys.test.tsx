import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import type { Column } from './column.ts'
import { ScrollTable } from './scroll-table.tsx'

type Row = { id: string; name: string }

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Name',
    render: ({ name }) => (
      <>
        <a href={`#${name}`}>{name}</a>
        <button type="button">Mark {name}</button>
      </>
    ),
  },
]
const rowsOf = (names: string[]) => names.map((name) => ({ id: name, name }))
const shown = (names: string[]) => (
  <>
    <button type="button">Before</button>
    <ScrollTable label="People" columns={columns} rows={rowsOf(names)} />
    <button type="button">After</button>
  </>
)
const button = (name: string) => page.getByRole('button', { name })
const link = (name: string) => page.getByRole('link', { name })

let rerender: (next: ReactNode) => void
beforeEach(() => {
  rerender = render(shown(['Ann', 'Bo', 'Cy'])).rerender
})

test('[widgets-19] Tab reaches the controls of one row, and the arrow keys move between the rows', async () => {
  button('Before').element().focus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(link('Ann')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Mark Ann')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{ArrowDown}')
  await expect.element(link('Bo')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(button('Mark Bo')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  await expect.element(button('Mark Cy')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(link('Cy')).toHaveFocus()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  await expect.element(link('Ann')).toHaveFocus()
  await userEvent.keyboard('{Control>}{End}{/Control}{End}{ArrowUp}')
  await expect.element(button('Mark Bo')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('After')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(button('Mark Bo')).toHaveFocus()
})

test('when the row with the tab stop is removed, the first row gets it', async () => {
  link('Bo').element().focus()
  rerender(shown(['Ann', 'Di']))
  button('After').element().focus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(button('Mark Ann')).toHaveFocus()
})

test('[widgets-19] ArrowDown goes from the tab stop of the table into its first row', async () => {
  button('Before').element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('region', { name: 'People' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link('Ann')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Shift>}{Tab}{/Shift}{ArrowDown}')
  await expect.element(link('Bo')).toHaveFocus()
})

test('[widgets-19] the arrow keys stay in their column, even beyond a row that has nothing there', async () => {
  const some: Column<Row>[] = [
    { key: 'name', label: 'Name', render: ({ name }) => name !== 'Cy' && <a href={`#${name}`}>{name}</a> },
    {
      key: 'action',
      label: 'Action',
      kind: 'actions',
      render: ({ name }) =>
        name !== 'Bo' && (
          <>
            {name === 'Ann' && <button type="button">Resend to Ann</button>}
            <button type="button">Revoke {name}</button>
          </>
        ),
    },
  ]
  rerender(<ScrollTable label="People" columns={some} rows={rowsOf(['Ann', 'Bo', 'Cy'])} />)
  link('Ann').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(button('Resend to Ann')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link('Bo')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button('Revoke Cy')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(button('Resend to Ann')).toHaveFocus()
  // Tab reaches the actions of a row from its first control.
  link('Ann').element().focus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(button('Revoke Ann')).toHaveFocus()
})

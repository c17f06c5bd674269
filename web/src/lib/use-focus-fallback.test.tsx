import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { useFocusFallback } from './use-focus-fallback.ts'

function Rows({ isDialog = false }: { isDialog?: boolean }) {
  useFocusFallback()
  const [rows, setRows] = useState(['Ann', 'Ben'])
  return (
    <main>
      <h1 tabIndex={-1}>People</h1>
      <div role={isDialog ? 'dialog' : 'group'} aria-label="Rows" tabIndex={-1}>
        {rows.map((row) => (
          <button key={row} onClick={() => setRows(rows.filter((each) => each !== row))}>
            Remove {row}
          </button>
        ))}
      </div>
    </main>
  )
}

test('when the focused element is removed, the page heading gets the focus', async () => {
  render(<Rows />)
  await userEvent.click(page.getByRole('button', { name: 'Remove Ann' }))
  await expect.element(page.getByRole('heading')).toHaveFocus()
})

test('when the focused element of a dialog is removed, the dialog gets the focus', async () => {
  render(<Rows isDialog />)
  await userEvent.click(page.getByRole('button', { name: 'Remove Ann' }))
  await expect.element(page.getByRole('dialog')).toHaveFocus()
})

import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

function Rows() {
  useKeptFocus()
  const [rows, setRows] = useState(['Ann', 'Ben'])
  return (
    <main tabIndex={-1}>
      {rows.length > 0 && (
        <section aria-label="Rows" tabIndex={-1}>
          {rows.map((row) => (
            <button key={row} onClick={() => setRows(rows.slice(row === 'Ann' ? 1 : 2))}>
              Remove {row}
            </button>
          ))}
        </section>
      )}
    </main>
  )
}

test('what goes away leaves the focus to what was around it', async () => {
  render(<Rows />)
  await userEvent.click(page.getByRole('button', { name: 'Remove Ann' }))
  await expect.element(page.getByRole('region', { name: 'Rows' })).toHaveFocus()
  await userEvent.click(page.getByRole('button', { name: 'Remove Ben' }))
  await expect.element(page.getByRole('main')).toHaveFocus()
})

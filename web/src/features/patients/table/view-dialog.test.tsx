import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { defaultView, visibleKeys } from './table-view.ts'
import { ViewDialog } from './view-dialog.tsx'

function Shown() {
  const [view, setView] = useState(defaultView)
  return (
    <>
      <output>{[...visibleKeys(view), view.isCompact ? 'compact' : 'normal'].join(' ')}</output>
      <ViewDialog view={view} onView={setView} onClose={() => {}} />
    </>
  )
}

const shown = () => document.querySelector('output')?.textContent?.split(' ')

test('[patients-11] columns can be hidden, and moved with the keyboard, which keeps the focus and announces the new position', async () => {
  render(<Shown />)
  await page.getByRole('checkbox', { name: 'Subject ID' }).click()
  await page.getByRole('checkbox', { name: 'Compact rows' }).click()
  expect(shown()?.slice(0, 3)).toEqual(['memberId', 'sex', 'age'])
  expect(shown()?.at(-1)).toBe('compact')
  await expect.element(page.getByRole('checkbox', { name: 'Member ID' })).toBeDisabled()

  const up = page.getByRole('button', { name: 'Move Age up' })
  up.element().focus()
  await userEvent.keyboard('{Enter}{Enter}{Enter}')
  await expect.element(up).toHaveFocus()
  await expect.element(page.getByRole('status')).toHaveTextContent('Age is column 2 of 13.')
  expect(shown()?.slice(0, 3)).toEqual(['memberId', 'age', 'sex'])

  await page.getByRole('button', { name: 'Reset' }).click()
  expect(shown()).toEqual([...visibleKeys(defaultView), 'normal'])
})

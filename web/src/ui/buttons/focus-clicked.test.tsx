import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogBody } from '../dialogs/dialog.tsx'
import { focusClickedControls } from './focus-clicked.ts'

/** In Safari a click leaves the focus with the nearest element around the button that can have it. */
const asInSafari = ({ target }: MouseEvent) => {
  if (!(target instanceof Element) || !target.closest('button, input')) return
  target.closest<HTMLElement>('[tabindex]')?.focus()
}

let stop: () => void
beforeEach(() => {
  stop = focusClickedControls()
  window.addEventListener('mouseup', asInSafari)
})
afterEach(() => {
  stop()
  window.removeEventListener('mouseup', asInSafari)
})

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    // This is like the box of a table, which can be scrolled by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0}>
      <Button onClick={() => setOpen(true)}>History</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Main LLM">
        <DialogBody>Versions</DialogBody>
      </Dialog>
    </div>
  )
}

test('a dialog returns the focus to the button that was clicked, including in Safari', async () => {
  render(<Opener />)
  await page.getByRole('button', { name: 'History' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'History' })).toHaveFocus()
})

test('the option whose label was clicked has the focus', async () => {
  render(
    <div tabIndex={-1}>
      <label>
        <input type="radio" name="role" /> Admin
      </label>
    </div>,
  )
  await page.getByText('Admin').click()
  await expect.element(page.getByRole('radio')).toHaveFocus()
})

test('clicking a button that does not accept the focus leaves the focus in place', async () => {
  render(
    <>
      <input aria-label="Name" />
      <button onMouseDown={(event) => event.preventDefault()}>Dismiss</button>
    </>,
  )
  await page.getByRole('textbox').click()
  await page.getByRole('button').click()
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

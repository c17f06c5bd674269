import { useState, type FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { render } from '../../testing/render.tsx'
import { Button } from '../buttons/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { TextField } from '../fields/text-field.tsx'

function Settings() {
  const [open, setOpen] = useState<'none' | 'settings' | 'password'>('none')
  return (
    <>
      <Button onClick={() => setOpen('settings')}>Open settings</Button>
      <Dialog open={open !== 'none'} onClose={() => setOpen('none')} title="Settings">
        <DialogBody>
          <TextField label="Name" />
          <Button onClick={() => setOpen('password')}>Change password</Button>
        </DialogBody>
        <DialogFoot>
          <Button variant="primary">Save</Button>
        </DialogFoot>
        <Dialog open={open === 'password'} onClose={() => setOpen('settings')} title="New password" size="small">
          <DialogBody>
            <PasswordField label="Current password" autoComplete="current-password" />
          </DialogBody>
        </Dialog>
      </Dialog>
    </>
  )
}

/** The page under a dialog receives no pointer events, so the click lands on the document. */
const clickBeside = () => userEvent.click(document.documentElement, { position: { x: 5, y: 5 } })

const settings = page.getByRole('dialog', { name: 'Settings' })

test('[widgets-18] the first field has the focus, which stays inside and returns on close', async () => {
  render(<Settings />)
  const opener = page.getByRole('button', { name: 'Open settings' })
  await opener.click()
  await expect.element(settings.getByLabelText('Name')).toHaveFocus()
  for (let stop = 0; stop < 6; stop++) {
    await userEvent.keyboard('{Tab}')
    expect(settings.element().contains(document.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => settings.query()).toBeNull()
  await expect.element(opener).toHaveFocus()
})

test('a field that was focused before the first focus is set keeps it', async () => {
  const chosen = (field: HTMLInputElement | null) => field?.focus()
  const onFocus = vi.fn<() => void>()
  render(
    <Dialog open onClose={() => {}} title="Two fields">
      <DialogBody>
        <input aria-label="First" onFocus={onFocus} />
        <input aria-label="Second" ref={chosen} />
        <button data-autofocus type="button">
          Save
        </button>
      </DialogBody>
    </Dialog>,
  )
  await expect.element(page.getByLabelText('Second')).toHaveFocus()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(page.getByLabelText('Second')).toHaveFocus()
  expect(onFocus).not.toHaveBeenCalled()
})

test('a click outside closes the dialog', async () => {
  render(<Settings />)
  await page.getByRole('button', { name: 'Open settings' }).click()
  await expect.element(settings).toBeVisible()
  await clickBeside()
  await expect.poll(() => settings.query()).toBeNull()
})

test('Escape closes the inner of two dialogs, then the outer', async () => {
  render(<Settings />)
  await page.getByRole('button', { name: 'Open settings' }).click()
  await settings.getByRole('button', { name: 'Change password' }).click()
  const inner = page.getByRole('dialog', { name: 'New password' })
  await expect.element(inner.getByLabelText('Current password')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => inner.query()).toBeNull()
  await expect.element(settings).toBeVisible()
  await expect.element(settings.getByRole('button', { name: 'Change password' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => settings.query()).toBeNull()
})

function Confirm({ pending = false, onConfirm = () => {} }: { pending?: boolean; onConfirm?: () => void }) {
  const [open, setOpen] = useState(true)
  if (!open) return null
  return (
    <ConfirmDialog title="Revoke access?" pending={pending} onConfirm={onConfirm} onClose={() => setOpen(false)}>
      They won’t be able to access the platform after that.
    </ConfirmDialog>
  )
}

const confirm = page.getByRole('alertdialog', { name: 'Revoke access?' })

test('Cancel has the first focus in a confirm dialog, and a click outside does nothing', async () => {
  const onConfirm = vi.fn<() => void>()
  render(<Confirm onConfirm={onConfirm} />)
  await expect.element(confirm.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(confirm).toHaveAccessibleDescription('They won’t be able to access the platform after that.')
  await clickBeside()
  await expect.element(confirm).toBeVisible()
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  expect(onConfirm).toHaveBeenCalledOnce()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => confirm.query()).toBeNull()
})

test('[widgets-28] Cancel is to the left of the button that acts', async () => {
  render(<Confirm />)
  const buttons = confirm.getByRole('button').elements()
  expect(buttons.map((button) => button.textContent)).toEqual(['Cancel', 'Confirm'])
})

test('a pending confirm dialog neither closes nor confirms twice', async () => {
  const onConfirm = vi.fn<() => void>()
  render(<Confirm pending onConfirm={onConfirm} />)
  await expect.element(confirm).toBeVisible()
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(confirm).toBeVisible()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a form dialog shows the error of the server', async () => {
  const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault())
  const form = {
    title: 'Invite admins',
    submitLabel: 'Send invites',
    onSubmit,
    onClose: () => {},
  }
  const { rerender } = render(
    <FormDialog {...form} error={null}>
      <TextField label="Email addresses" />
    </FormDialog>,
  )
  await page.getByLabelText('Email addresses').fill('a@b.example')
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
  rerender(
    <FormDialog {...form} pending error={null}>
      <TextField label="Email addresses" />
    </FormDialog>,
  )
  await expect.element(page.getByRole('button', { name: 'Send invites' })).toHaveAttribute('aria-busy', 'true')
  rerender(
    <FormDialog {...form} error={{ message: 'This email address already has access.' }}>
      <TextField label="Email addresses" />
    </FormDialog>,
  )
  await expect
    .element(page.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent('This email address already has access.')
})

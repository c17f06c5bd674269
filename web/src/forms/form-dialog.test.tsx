import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { openQuestion } from '../ui/dialogs/confirm.ts'
import { TextArea } from '../ui/fields/text-field.tsx'
import { FormDialog } from './form-dialog.tsx'

const dialog = page.getByRole('dialog', { name: 'Invite admins' })
const field = page.getByLabelText('Email addresses')
const onSubmit = vi.fn<(event: Event) => void>()

afterEach(() => {
  onSubmit.mockClear()
  openQuestion.get()?.answer(false)
})

function Inviting({ pending = false, submitDisabled = false }: { pending?: boolean; submitDisabled?: boolean }) {
  const [open, setOpen] = useState(true)
  const [text, setText] = useState('')
  if (!open) return null
  return (
    <FormDialog
      title="Invite admins"
      hasDraft={text !== ''}
      pending={pending}
      error={null}
      submitDisabled={submitDisabled}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.nativeEvent)
      }}
      onClose={() => setOpen(false)}
      submitLabel="Send invites"
    >
      <TextArea label="Email addresses" value={text} onChange={(event) => setText(event.target.value)} />
    </FormDialog>
  )
}

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a click beside', () => userEvent.click(document.documentElement, { position: { x: 5, y: 5 } })],
  ['the close button', () => dialog.getByRole('button', { name: 'Close' }).click()],
])('%s asks for a confirmation before typed text is discarded', async (_how, leave) => {
  render(<Inviting />)
  await field.fill('ann@one.example')
  await leave()
  await expect.poll(() => openQuestion.get()?.title).toBe('Discard changes?')
  openQuestion.get()?.answer(false)
  await expect.element(field).toHaveValue('ann@one.example')
  await leave()
  await expect.poll(() => openQuestion.get()).not.toBeNull()
  openQuestion.get()?.answer(true)
  await expect.poll(() => dialog.query()).toBeNull()
})

test('Cancel discards a draft at once, and without a draft nothing asks for a confirmation', async () => {
  const { rerender } = render(<Inviting key="1" />)
  await field.fill('ann@one.example')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.query()).toBeNull()
  rerender(<Inviting key="2" />)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
  expect(openQuestion.get()).toBeNull()
})

test('Ctrl+Enter submits like the button', async () => {
  const { rerender } = render(<Inviting />)
  await field.fill('ann@one.example')
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit).toHaveBeenCalledOnce()
  for (const state of [{ pending: true }, { submitDisabled: true }]) {
    rerender(<Inviting {...state} />)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
  }
  expect(onSubmit).toHaveBeenCalledOnce()
})

import { useState, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog, DialogBody } from '../ui/dialogs/dialog.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { fetchedLater } from './fetched-later.tsx'
import { Section } from './part-error.tsx'

type Props = { onClose: () => void }

const failure = page.getByRole('dialog', { name: 'Something went wrong' })
const tryAgain = page.getByRole('button', { name: 'Try again' })
const content = page.getByText('The content')
const opener = page.getByRole('button', { name: 'Open' })
let isOffline = false

beforeEach(() => {
  isOffline = false
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !isOffline)
})
afterEach(() => vi.restoreAllMocks())

/** Code that arrives once `arrives` is true. */
function slowCode(Component: ComponentType<Props>) {
  const code = { arrives: false, fetched: 0 }
  const fetch = async () => {
    code.fetched += 1
    if (!code.arrives) throw new TypeError('Failed to fetch')
    return Component
  }
  return { code, fetch }
}

function ContentDialog({ onClose }: Props) {
  return (
    <Dialog open title="Shown" onClose={onClose}>
      <DialogBody>The content</DialogBody>
    </Dialog>
  )
}

/** A page with a list, and a dialog that opens over it. */
function openFailingDialog() {
  const { code, fetch } = slowCode(ContentDialog)
  const Later = fetchedLater(fetch)
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <p>The list</p>
        <Button onClick={() => setIsOpen(true)}>Open</Button>
        {isOpen && <Later onClose={() => setIsOpen(false)} />}
      </>
    )
  }
  render(<Page />)
  return code
}

test('[widgets-26] a dialog whose code does not arrive shows an error over the page, and opens once it arrives', async () => {
  const code = openFailingDialog()
  await opener.click()
  await expect.element(failure.getByText(/^Couldn’t load this part of the page/)).toBeVisible()
  expect(document.body.textContent).toContain('The list')
  await expect.element(failure.getByRole('button', { name: 'Close' })).toHaveFocus()

  await tryAgain.click()
  await vi.waitFor(() => expect(code.fetched).toBe(2))
  await expect.element(tryAgain).not.toHaveAttribute('aria-busy')
  code.arrives = true
  await tryAgain.click()
  await expect.element(content).toBeVisible()
  expect(failure.query()).toBeNull()
})

test('[widgets-26] closing a dialog that failed returns the focus, and its code is fetched again the next time', async () => {
  const code = openFailingDialog()
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => page.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await opener.click()
    await expect.element(failure).toBeVisible()
    await close()
    await vi.waitFor(() => expect(failure.query()).toBeNull())
    await expect.element(opener).toHaveFocus()
  }
  code.arrives = true
  await opener.click()
  await expect.element(content).toBeVisible()
})

test('[widgets-26] a dialog that failed offline says so, and appears automatically when the network is back', async () => {
  const code = openFailingDialog()
  isOffline = true
  await opener.click()
  await expect.element(failure.getByText(/You’re offline\./)).toBeVisible()
  isOffline = false
  code.arrives = true
  window.dispatchEvent(new Event('online'))
  await expect.element(content).toBeVisible()
})

test('[widgets-26] a dialog that failed over another dialog can be used and closed by itself', async () => {
  const { fetch } = slowCode(ContentDialog)
  const Later = fetchedLater(fetch)
  const onClose = vi.fn<() => void>()
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <Dialog open title="Below" onClose={onClose}>
        <DialogBody>
          <TextField label="Typed" name="typed" />
          <Button onClick={() => setIsOpen(true)}>Open</Button>
          {isOpen && <Later onClose={() => setIsOpen(false)} />}
        </DialogBody>
      </Dialog>
    )
  }
  render(<Page />)
  await page.getByLabelText('Typed').fill('kept')
  await opener.click()
  await tryAgain.click()
  await expect.element(tryAgain).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(failure.query()).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(page.getByLabelText('Typed')).toHaveValue('kept')
  await expect.element(opener).toHaveFocus()
})

test('[widgets-26] a section that fails to load shows an error in its place', async () => {
  const { code, fetch } = slowCode(() => <p>The content</p>)
  const Later = fetchedLater(fetch, 'section')
  render(
    <>
      <p>The list</p>
      <Later onClose={() => {}} />
    </>,
  )
  await expect.element(page.getByText(/^Couldn’t load this part of the page/)).toBeVisible()
  expect(document.body.textContent).toContain('The list')
  code.arrives = true
  await tryAgain.click()
  await expect.element(content).toBeVisible()
})

test('[widgets-26] a section that fails to render does not affect the others, and can be rendered again', async () => {
  let isBroken = true
  function Broken() {
    if (isBroken) throw new Error('The section failed')
    return <p>The content</p>
  }
  render(
    <>
      <p>The list</p>
      <Section>
        <Broken />
      </Section>
    </>,
  )
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(document.body.textContent).toContain('The list')
  isBroken = false
  await tryAgain.click()
  await expect.element(content).toBeVisible()
})

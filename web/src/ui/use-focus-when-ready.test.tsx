import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { useFocusWhenReady } from './use-focus-when-ready.ts'

function Form() {
  const [isReady, setIsReady] = useState(false)
  const send = useRef<HTMLButtonElement>(null)
  useFocusWhenReady(send, isReady)
  return (
    <div role="dialog" aria-label="Form" tabIndex={-1}>
      {!isReady && <button onClick={() => setIsReady(true)}>Choose</button>}
      <input aria-label="Note" onInput={() => setIsReady(true)} />
      <button ref={send} disabled={!isReady}>
        Send
      </button>
    </div>
  )
}

test('the main button has the focus once it can be pressed', async () => {
  render(<Form />)
  await userEvent.click(page.getByRole('button', { name: 'Choose' }))
  await expect.element(page.getByRole('button', { name: 'Send' })).toHaveFocus()
})

test('whoever is in a field stays there', async () => {
  render(<Form />)
  await userEvent.type(page.getByLabelText('Note'), 'a')
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expect.element(page.getByLabelText('Note')).toHaveFocus()
})

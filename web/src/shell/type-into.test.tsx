import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { typeInto } from './type-into.ts'

const onEnter = vi.fn<(text: string) => void>()

function Field() {
  const [text, setText] = useState('')
  return (
    <input
      role="combobox"
      aria-label="Later"
      aria-expanded="false"
      aria-controls="none"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter(text)}
    />
  )
}

test('keys typed before the field exists appear in it once, including Enter', async () => {
  const screen = render(<p>Loading</p>)
  typeInto('[role=combobox]')
  typeInto('[role=combobox]')
  await userEvent.keyboard('ade{Backspace}')
  await userEvent.keyboard('yemi{Enter}')
  screen.rerender(<Field />)
  const field = page.getByRole('combobox')
  ;(field.element() as HTMLInputElement).focus()
  await expect.element(field).toHaveValue('adyemi')
  await vi.waitFor(() => expect(onEnter.mock.calls).toEqual([['adyemi']]))
  await userEvent.keyboard(' o')
  await expect.element(field).toHaveValue('adyemi o')
})

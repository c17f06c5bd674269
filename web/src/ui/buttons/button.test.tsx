import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button } from './button.tsx'

function Save() {
  const [busy, setBusy] = useState(false)
  return (
    <Button busy={busy} onClick={() => setBusy(true)}>
      Save
    </Button>
  )
}

test('a button whose text was translated by the browser can become busy', async () => {
  render(<Save />)
  const text = document
    .createTreeWalker(page.getByRole('button', { name: 'Save' }).element(), NodeFilter.SHOW_TEXT)
    .nextNode()
  const translated = document.createElement('font')
  translated.textContent = 'Speichern'
  text?.parentNode?.replaceChild(translated, text)
  const button = page.getByRole('button', { name: 'Speichern' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
})

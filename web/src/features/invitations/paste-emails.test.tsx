import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { pasteEmails } from './split-emails.ts'

const field = page.getByLabelText('Email addresses')

async function paste(text: string) {
  const source = page.getByLabelText('Elsewhere')
  await source.fill(text)
  await source.click()
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.copy()
  await field.click()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await userEvent.paste()
}

test('a pasted list is added to the field as email addresses with commas, and Undo removes it', async () => {
  render(
    <>
      <textarea aria-label="Elsewhere" />
      <textarea aria-label="Email addresses" onPaste={pasteEmails} />
    </>,
  )
  await paste('Ann <ann@one.example>\n"Doe, Bo" <bo@two.example>;cy@three.example\n')
  await expect.element(field).toHaveValue('ann@one.example, bo@two.example, cy@three.example')
  await paste('dee@four.example\nquality office')
  await expect
    .element(field)
    .toHaveValue('ann@one.example, bo@two.example, cy@three.example, dee@four.example, quality office')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(field).toHaveValue('ann@one.example, bo@two.example, cy@three.example')

  await field.fill('eve@')
  await paste('five.example')
  await expect.element(field).toHaveValue('eve@five.example')
})

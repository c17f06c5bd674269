import { guessableRule, passwordRules } from '@health-console/contract/staff/passwords.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { PasswordStrength } from './password-strength.tsx'

test('the hint ends with its last line before anything is typed', () => {
  const { host } = render(
    <div style={{ width: 372 }}>
      <PasswordStrength password="" />
    </div>,
  )
  const hint = host.firstElementChild?.firstElementChild
  expect(hint?.getBoundingClientRect().bottom).toBe(hint?.lastElementChild?.getBoundingClientRect().bottom)
})

test('the hint keeps its height while a password is typed', async () => {
  const { rerender, host } = render(
    <div style={{ width: 372 }}>
      <PasswordStrength password="" />
    </div>,
  )
  // In another font, some rules have two lines.
  await document.fonts.ready
  const heights = ['', '#', 'w', 'wi', 'Winter', 'Winter-1', 'Violet-Lantern-1984'].map((password) => {
    rerender(
      <div style={{ width: 372 }}>
        <PasswordStrength password={password} />
      </div>,
    )
    return host.offsetHeight
  })
  expect(new Set(heights).size).toBe(1)
})

test('the text above the rules is at their left, with and without a strength', async () => {
  const shown = (password: string) => (
    <div style={{ width: 372 }}>
      <PasswordStrength password={password} />
    </div>
  )
  const { rerender, host } = render(shown(''))
  const left = () => page.getByText('Your password must contain:').element().getBoundingClientRect().left
  const rulesLeft = host.querySelector('ul')?.getBoundingClientRect().left
  expect(left()).toBe(rulesLeft)
  rerender(shown('Winter'))
  await expect.element(page.getByText(/Password strength/)).toBeVisible()
  expect(left()).toBe(rulesLeft)
})

test('the hint lists all rules of the server, and keeps the one that only the server checks', () => {
  const { rerender, host } = render(<PasswordStrength password="" />)
  for (const { message } of passwordRules) expect(host.textContent).toContain(message)
  expect(host.textContent).toContain(guessableRule)
  rerender(<PasswordStrength password="Violet-Lantern-1984" />)
  expect(host.textContent).toContain(guessableRule)
})

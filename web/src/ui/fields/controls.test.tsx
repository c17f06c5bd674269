import { guessableRule } from '@health-console/contract/staff/passwords.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PasswordStrength } from '../../forms/password-strength.tsx'
import { render } from '../../testing/render.tsx'
import { DownloadIcon } from 'lucide-react'
import { Avatar } from '../values/avatar.tsx'
import { Button } from '../buttons/button.tsx'
import { Segments } from '../buttons/segments.tsx'
import { Gauge } from '../values/gauge.tsx'
import { PasswordField } from './password-field.tsx'
import { SkipLink } from '../page/skip-link.tsx'
import { TextField } from './text-field.tsx'
import { ThemeSwitch } from '../buttons/theme-switch.tsx'

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

test('a busy button keeps its width and its focus and ignores clicks', async () => {
  const onClick = vi.fn<() => void>()
  for (const size of ['small', 'medium', 'large'] as const) {
    for (const props of [{}, { startIcon: DownloadIcon }, { quiet: true }, { quiet: true, startIcon: DownloadIcon }]) {
      const { rerender, host } = render(
        <Button size={size} {...props} onClick={onClick}>
          Import data
        </Button>,
      )
      const button = host.querySelector('button')
      const widthAtRest = button?.offsetWidth
      button?.focus()
      rerender(
        <Button size={size} {...props} onClick={onClick} busy>
          Import data
        </Button>,
      )
      expect(button?.offsetWidth).toBe(widthAtRest)
      expect(document.activeElement).toBe(button)
      button?.click()
      host.remove()
    }
  }
  expect(onClick).not.toHaveBeenCalled()
})

test('a busy submit button does not submit', () => {
  const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  const { host } = render(
    <form>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  )
  host.querySelector('form')?.addEventListener('submit', onSubmit)
  host.querySelector('button')?.click()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('label, help and error belong to the input', async () => {
  render(<TextField label="Email" help="We send the link there." error="Invalid email address" />)
  const input = page.getByLabelText('Email')
  await expect.element(input).toHaveAccessibleDescription('We send the link there. Invalid email address')
  await expect.element(input).toBeInvalid()
})

test('[widgets-12] the password toggle is in the tab order and exposes its state', async () => {
  render(<PasswordField label="Password" autoComplete="current-password" />)
  const input = page.getByLabelText('Password')
  await input.fill('winterberry')
  await expect.element(input).toHaveAttribute('type', 'password')
  await userEvent.keyboard('{Tab}')
  const show = page.getByRole('button', { name: 'Show password' })
  await expect.element(show).toHaveFocus()
  await expect.element(show).toHaveAttribute('aria-pressed', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveAttribute('type', 'text')
  await expect.element(page.getByRole('button', { name: 'Hide password' })).toHaveAttribute('aria-pressed', 'true')
})

test('[password-2] the strength hint lists what is missing and names the level once something is typed', async () => {
  const { rerender, host } = render(<PasswordStrength password="" />)
  expect(host.textContent).toBe(
    `Your password must contain:At least 10 charactersAt least 1 lowercase letterAt least 1 uppercase letterAt least 1 number${guessableRule}`,
  )
  rerender(<PasswordStrength password="winterberry" />)
  await expect
    .poll(() => host.textContent)
    .toBe(
      `Password strength: MediumYour password must contain:At least 1 uppercase letterAt least 1 number${guessableRule}`,
    )
  rerender(<PasswordStrength password="Winterberry7" />)
  await expect.poll(() => host.textContent).toBe(`Password strength: Strong${guessableRule}`)
})

test('segments are a radio group, by pointer and by arrow keys', async () => {
  function Picker() {
    const [role, setRole] = useState<'super_admin' | 'admin'>('admin')
    const options = [
      { value: 'super_admin', label: 'Super admin' },
      { value: 'admin', label: 'Admin' },
    ] as const
    return <Segments legend="Role" options={options} value={role} onChange={setRole} />
  }
  render(<Picker />)
  const admin = page.getByRole('radio', { name: 'Admin', exact: true })
  const superAdmin = page.getByRole('radio', { name: 'Super admin' })
  await expect.element(admin).toBeChecked()
  await superAdmin.click()
  await expect.element(superAdmin).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(admin).toBeChecked()
})

test('[widgets-13] an avatar shows initials in its colour; an unknown colour falls back, an empty name shows an icon', () => {
  const { host } = render(
    <>
      <Avatar name="Marguerite Aubert-Delacroix" colour="frost-cobalt" />
      <Avatar name="Siân" colour="chartreuse" />
      <Avatar name="" colour="butter-honey" />
    </>,
  )
  const [first, second, third] = host.children
  expect(first?.textContent).toBe('MAD')
  expect(first?.getAttribute('style')).toContain('--avatar-frost-cobalt-bg')
  expect(second?.getAttribute('style')).toContain('--avatar-butter-honey-bg')
  expect(third?.querySelector('svg')).not.toBeNull()
})

test('a gauge announces only full tenths', async () => {
  const { rerender } = render(<Gauge label="Main LLM upload" percent={62.4} announce />)
  const bar = page.getByRole('progressbar', { name: 'Main LLM upload' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '62')
  await expect.element(page.getByRole('status')).toHaveTextContent('Main LLM upload: 60 %')
  rerender(<Gauge label="Main LLM upload" percent={69.9} announce />)
  await expect.element(bar).toHaveAttribute('aria-valuenow', '69')
  await expect.element(page.getByRole('status')).toHaveTextContent('Main LLM upload: 60 %')
})

test('the theme is applied at once, saved, and applied again by theme.js', async () => {
  render(<ThemeSwitch />)
  const { dataset } = document.documentElement
  await page.getByRole('radio', { name: 'Dark' }).click()
  expect(dataset.theme).toBe('dark')
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  delete dataset.theme
  await runThemeScript()
  expect(dataset.theme).toBe('dark')
  await page.getByRole('radio', { name: 'System' }).click()
  expect(dataset.theme).toBeUndefined()
  await runThemeScript()
  expect(dataset.theme).toBeUndefined()
})

async function runThemeScript() {
  const script = document.createElement('script')
  script.src = `/theme.js?${performance.now()}`
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
  })
  document.head.append(script)
  await loaded
  script.remove()
}

test('the skip link shows on focus and moves the focus to the content', async () => {
  render(
    <>
      <SkipLink target="content" />
      <main id="content" tabIndex={-1}>
        Content
      </main>
    </>,
  )
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(location.hash).toBe('')
})

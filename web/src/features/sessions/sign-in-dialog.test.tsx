import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Session } from '../../api/session-query.ts'
import { render } from '../../testing/render.tsx'
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

const session = {
  user: { id: 'me', fullName: 'Ada Lovelace', email: 'ada@old.test', role: 'admin' },
  confirmBy: ['password'],
  secondFactor: 'off',
} as unknown as Session

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const message = page.getByRole('alert')
let reply: () => Response

const rejected = (status: number, error: object) => () =>
  Response.json({ error: { code: 'wrong_credentials', requestId: 'r', ...error } }, { status })

beforeEach(() => vi.stubGlobal('fetch', async () => reply()))
afterEach(() => vi.unstubAllGlobals())

function open(dialog: 'sign in' | 'confirm') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      {dialog === 'sign in' ? (
        <SignInDialog session={session} onSignedIn={() => {}} returnFocus={() => null} onLeave={() => {}} />
      ) : (
        <ConfirmIdentityDialog session={session} limit={undefined} onConfirmed={() => {}} onClose={() => {}} />
      )}
    </QueryClientProvider>,
  )
}

test('[sign-in-14] a missing field gets the focus', async () => {
  open('sign in')
  await expect.element(password).toHaveFocus()
  await email.fill('')
  await email.fill('ada@new.test')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Password is required')).toBeVisible()
  await expect.element(password).toHaveFocus()
})

test('[sign-in-15] the error of a sign-in disappears on typing', async () => {
  reply = rejected(401, { message: 'Incorrect email or password.' })
  open('sign in')
  await password.fill('Wrong-password-1')
  await userEvent.keyboard('{Enter}')
  await expect.element(message.getByText('Incorrect email or password.')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('2')
  await expect.poll(() => page.getByText('Incorrect email or password.').query()).toBeNull()
})

test('[sign-in-16] after the right password, the page says that the browser blocks cookies', async () => {
  const times = { color: 'mist-teal', createdAt: '', expiresAt: '' }
  const signedIn = {
    user: { ...session.user, ...times },
    session: { idleSeconds: 900, expiresAt: '2036-01-01T00:00:00.000Z' },
    secondFactor: 'none',
    confirmBy: ['password'],
  }
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/me')
      ? rejected(401, { code: 'unauthenticated', message: 'Sign in.' })()
      : Response.json({ data: signedIn }),
  )
  open('sign in')
  await password.fill('Right-password-1')
  await userEvent.keyboard('{Enter}')
  await expect.element(message.getByText(/^Your browser blocks cookies/)).toBeVisible()
})

test('[email-change-7] an address that was changed elsewhere is reported, and the new one can be typed', async () => {
  const changed = 'The email address of this account has changed. Sign in with the new one.'
  reply = rejected(401, { message: changed, fields: [{ path: 'email', message: changed }] })
  open('sign in')
  await expect.element(email).toHaveValue('ada@old.test')
  await password.fill('The-right-one-1')
  await userEvent.keyboard('{Enter}')
  await expect.element(message.getByText(changed)).toBeVisible()
  await expect.element(email).toHaveFocus()
})

test.each([
  ['a wrong password', 400, { message: 'x', fields: [{ path: 'password', message: 'The password is not right.' }] }],
  ['too many attempts', 429, { message: 'Too many attempts. Try again in 2 seconds.', fields: [] }],
])(
  '[session-11] after a confirmation that failed because of %s, the focus is in the dialog',
  async (_why, status, error) => {
    reply = rejected(status, { code: 'invalid', ...error })
    open('confirm')
    for (const submit of [
      () => userEvent.keyboard('{Enter}'),
      () => page.getByRole('button', { name: 'Confirm' }).click(),
    ]) {
      await password.fill('Wrong-password-1')
      await submit()
      const shown = error.fields[0]?.message ?? error.message
      await expect.element(page.getByText(shown)).toBeVisible()
      expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull()
    }
  },
)

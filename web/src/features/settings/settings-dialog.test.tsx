import type { Admin } from '@health-console/contract/staff/admins.ts'
import type { OpenSession } from '@health-console/contract/staff/own-sessions.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ConfirmHost } from '../../forms/confirm-host.tsx'
import { render } from '../../testing/render.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

const admin: Admin = {
  id: 'me',
  fullName: 'Old Name',
  email: 'old@a.test',
  role: 'admin',
  color: 'mist-teal',
  createdAt: '2026-01-07T10:00:00.000Z',
  expiresAt: '',
}

const session: OpenSession = {
  id: 's1',
  browser: 'Firefox',
  system: 'Linux',
  address: '',
  createdAt: '2026-01-07T10:00:00.000Z',
  lastSeenAt: '2026-01-07T10:00:00.000Z',
  isCurrent: false,
}

const name = page.getByRole('textbox', { name: 'Name' })
const email = page.getByRole('textbox', { name: 'Email' })
const save = page.getByRole('button', { name: 'Save' })
const onOpen = vi.fn<(dialog: string) => void>()
let change: (changed: Partial<Admin>) => void

beforeEach(async () => {
  onOpen.mockClear()
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json({ data: input.includes('sessions') ? { sessions: [session, session] } : {} }),
  )
  function Page() {
    const [shown, setShown] = useState(admin)
    change = (changed) => setShown({ ...shown, ...changed })
    return (
      <>
        <SettingsDialog admin={shown} mayHavePassword hasSecondFactor={false} onOpen={onOpen} onClose={() => {}} />
        <ConfirmHost />
      </>
    )
  }
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await expect.element(name).toHaveValue('Old Name')
})

test('a name that is changed elsewhere appears in the field, and typed text stays', async () => {
  change({ fullName: 'New Name' })
  await expect.element(name).toHaveValue('New Name')
  await expect.element(save).toBeDisabled()

  await email.fill('typed@a.test')
  change({ fullName: 'Newer Name' })
  await expect.element(name).toHaveValue('Newer Name')
  await expect.element(email).toHaveValue('typed@a.test')
  await expect.element(save).toBeEnabled()
})

test('[email-address-2] the field and the confirmation show a domain in its letters', async () => {
  change({ email: 'a@xn--mller-kva.de' })
  await expect.element(email).toHaveValue('a@müller.de')
  await expect.element(save).toBeDisabled()
  await email.fill('b@xn--bcher-kva.example')
  await save.click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent(/link will be sent to b@bücher\.example\./)
})

test('[settings-11] the settings show the current state, beside a verb that changes it', async () => {
  const security = page.getByRole('region', { name: 'Security' })
  await expect
    .element(security)
    .toMatchTextContent(/Two-step sign-inNot set upSet upSessionsSigned in on 2 devicesShow/)
  await expect.element(page.getByRole('region', { name: 'Appearance' })).toMatchTextContent(/All 4 are onShow$/)
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('second-factor')
})

test('a button opens its dialog at once, and typed text stays', async () => {
  await name.fill('Typed')
  await page.getByRole('button', { name: 'Show your sessions' }).click()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('sessions')
  await expect.element(name).toHaveValue('Typed')
})

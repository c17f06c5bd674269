import type { Admin, ListedAdmin } from '@health-console/contract/staff/admins.ts'
import type { Invitee } from '@health-console/contract/staff/invitations.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { adminsQuery, inviteesQuery } from '../../api/staff-query.ts'
import { ConfirmHost } from '../../forms/confirm-host.tsx'
import type { ListState } from '../../shell/list-state.ts'
import { render, unmountAll } from '../../testing/render.tsx'
import { AdminsPage } from './admins-page.tsx'

const times = { color: 'mist-teal', createdAt: '2026-01-07T10:00:00.000Z', expiresAt: '' } as const
const me: Admin = { id: 'me', fullName: 'Marguerite Aubert', email: 'm@a.test', role: 'super_admin', ...times }
const admin: Admin = { id: 'a1', fullName: 'Ingrid Østergård', email: 'ingrid@a.test', role: 'admin', ...times }

const invitee = (id: string, role: Invitee['role']): Invitee => ({
  ...times,
  id,
  role,
  fullName: '',
  email: `${id}.invited.with.a.long.email@people.test`,
  expiresAt: '2036-01-14T10:00:00.000Z',
  delivery: 'sent',
})

type Staff = { admins: ListedAdmin[]; invitees: Invitee[] }

async function open(staff?: Staff) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  queryClient.setQueryData(adminsQuery.queryKey, staff?.admins)
  queryClient.setQueryData(inviteesQuery.queryKey, staff?.invitees)
  const root = createRootRoute({ component: Page })
  function Page() {
    const [state, setState] = useState<ListState>({})
    return (
      <>
        <AdminsPage me={me} state={state} onState={setState} />
        <ConfirmHost />
      </>
    )
  }
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('region', { name: 'Admins', exact: true })).toBeVisible()
}

const few: Staff = { admins: [me, admin], invitees: [invitee('plain', 'admin'), invitee('boss', 'super_admin')] }
const question = page.getByRole('alertdialog')

afterEach(() => page.viewport(1280, 800))

/** Whether the pinned actions cover the end of another column. */
function isCovered() {
  const box = page.getByRole('region', { name: 'Admins table' }).element()
  return box.scrollWidth > box.clientWidth
}

test('each button of a row includes the name of its admin', async () => {
  await open(few)
  // In a browser without a pointer, as in some test runs, the sessions are in a menu.
  const names = [...document.querySelectorAll('tbody button')].map((button) => button.getAttribute('aria-label'))
  const ofIngrid = matchMedia('(hover: none)').matches
    ? ['Revoke access of Ingrid Østergård', 'Actions for Ingrid Østergård']
    : ['Ingrid Østergård’s sessions', 'Revoke access of Ingrid Østergård']
  expect(names).toEqual([
    ...ofIngrid,
    'Resend invite to plain.invited.with.a.long.email@people.test',
    'Revoke access of plain.invited.with.a.long.email@people.test',
    'Resend invite to boss.invited.with.a.long.email@people.test',
    'Cancel invite for boss.invited.with.a.long.email@people.test',
  ])
  await expect.element(page.getByRole('rowheader', { name: 'Ingrid Østergård' })).toBeVisible()
})

test('[admins-17] a super admin sees below each name when the admin last signed in', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const signedIn = (id: string, lastSignInAt: string | null) => ({
    ...admin,
    id,
    fullName: `Admin ${id}`,
    lastSignInAt,
  })
  const admins = [signedIn('0', ago(0)), signedIn('1', ago(89)), signedIn('2', ago(91)), signedIn('3', null)]
  await open({ admins: [...admins, signedIn('4', '2019-03-03T10:00:00.000Z')], invitees: [] })
  const lines = [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent.replace(/^.*Admin \d/, ''))
  expect(lines[0]).toBe('Signed in today')
  expect(lines[1]).toMatch(/^Last sign-in \d{1,2} [A-Z][a-z]+$/)
  expect(lines.slice(3)).toEqual(['Never signed in', 'Last sign-in 3 March 2019'])
  const weights = [...document.querySelectorAll('tbody th time')].map((time) => getComputedStyle(time).fontWeight)
  expect(weights[1]).toBe(weights[0])
  expect(Number(weights[2])).toBeGreaterThan(Number(weights[1]))
  await expect.element(page.getByText(/pending/)).not.toBeInTheDocument()
})

test('the dialog for revoking access shows the admin under its text', async () => {
  await open(few)
  await page.getByRole('button', { name: 'Revoke access of Ingrid Østergård' }).click()
  await expect.element(question.getByRole('heading')).toHaveTextContent('Revoke access?')
  await expect.element(question.getByText('They won’t be able to access the platform after that.')).toBeVisible()
  await expect.element(question.getByText('Ingrid Østergård')).toBeVisible()
  await expect.element(question).toHaveAccessibleDescription(/ingrid@a\.test/)
})

test('the dialog for cancelling an invitation shows the email address', async () => {
  await open(few)
  await page.getByRole('button', { name: /^Cancel invite for boss/ }).click()
  await expect.element(question.getByRole('heading')).toHaveTextContent('Cancel invite?')
  await expect.element(question.getByText('boss.invited.with.a.long.email@people.test')).toBeVisible()
})

test.each([390, 735])('at %i px one column shows each admin, and the actions cover nothing', async (width) => {
  await page.viewport(width, 844)
  await open(few)
  await expect
    .poll(() =>
      page
        .getByRole('columnheader')
        .elements()
        .map((cell) => cell.textContent),
    )
    .toEqual(['Name', 'Action'])
  const [, entry, plain] = page.getByRole('rowheader').elements()
  expect(entry?.textContent).toContain('Ingrid ØstergårdAdmin')
  expect(plain?.textContent).toBe('plain.invited.with.a.long.email@people.testAdmin · invitation expires 14 January')
  expect(isCovered()).toBe(false)
})

test.each([940, 1000, 1128])('at %i px all columns are side by side', async (width) => {
  await page.viewport(width, 844)
  const fullName = 'Bartholomew Featherstonehaugh-Cholmondeley the Elder'
  await open({ ...few, admins: [me, { ...admin, fullName, email: `${fullName.replaceAll(' ', '.')}@a.test` }] })
  await expect.element(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  expect(isCovered()).toBe(false)
})

const emails = () =>
  [...document.querySelectorAll('tbody a[href^="mailto:"]')].map((link) => link.textContent.split(/[.@]/)[0])

test('the list is sorted by its columns, and rows without a name come last', async () => {
  await open(few)
  const sortBy = (heading: string) => page.getByRole('button', { name: heading, exact: true }).click()
  await sortBy('Name')
  expect(emails()).toEqual(['ingrid', 'm', 'plain', 'boss'])
  await sortBy('Name')
  expect(emails()).toEqual(['plain', 'boss', 'm', 'ingrid'])
  await sortBy('Email')
  expect(emails()).toEqual(['boss', 'ingrid', 'm', 'plain'])
  await sortBy('Role')
  expect(emails()).toEqual(['ingrid', 'plain', 'm', 'boss'])
})

test('a list of more than twenty is filtered by name and email address, ignoring case and accents', async () => {
  const search = page.getByRole('searchbox', { name: 'Search by name or email' })
  const invitees = Array.from({ length: 18 }, (_, index) => invitee(`p${index}`, 'admin'))
  await open({ admins: [me, admin], invitees })
  expect(search.query()).toBeNull()
  unmountAll()
  await open({ admins: [me, admin], invitees: [...invitees, invitee('p18', 'admin')] })
  await search.fill('ØSTERGARD')
  await expect.poll(emails).toEqual(['ingrid'])
  await search.fill('p1')
  await expect.poll(() => emails().length).toBe(10)
  await search.fill('nothing')
  await expect.element(page.getByText('Nothing found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect.poll(() => emails().length).toBe(21)
})

test('a list that cannot be fetched shows the request ID, as the other lists do', async () => {
  const failure = { error: { code: 'internal', message: 'Something went wrong.', requestId: 'failed-request' } }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(failure, { status: 500 })))
  try {
    await open()
    await expect.element(page.getByText('Couldn’t load admins')).toBeVisible()
    const list = page.getByRole('region', { name: 'Admins', exact: true })
    await expect.element(list.getByText('Request failed-request')).toBeVisible()
  } finally {
    vi.unstubAllGlobals()
  }
})

test.each([
  ['invitations', 'Ingrid Østergård'],
  ['admins', 'plain.invited'],
])(
  'if only the %s cannot be fetched, the other list is shown below the error, and a retry completes it',
  async (failing, row) => {
    const failure = { error: { code: 'internal', message: 'Something went wrong.', requestId: 'failed-request' } }
    let fails = true
    vi.stubGlobal('fetch', (url: string) => {
      const isInvitations = url.includes('invites')
      if (fails && isInvitations === (failing === 'invitations'))
        return Promise.resolve(Response.json(failure, { status: 500 }))
      return Promise.resolve(Response.json({ data: isInvitations ? few.invitees : { admins: few.admins } }))
    })
    try {
      await open()
      const list = page.getByRole('region', { name: 'Admins', exact: true })
      await expect.element(list.getByText(`Couldn’t load ${failing}`)).toBeVisible()
      await expect.element(list.getByText('Request failed-request')).toBeVisible()
      await expect.element(list.getByRole('row').filter({ hasText: row }).first()).toBeVisible()
      expect(list.getByRole('rowheader').elements()).toHaveLength(2)
      fails = false
      await list.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => list.getByRole('rowheader').elements().length).toBe(4)
      await expect.element(list.getByText(/^Couldn’t load/)).not.toBeInTheDocument()
    } finally {
      vi.unstubAllGlobals()
    }
  },
)

import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { type EndUser, unknownUser } from '@health-console/contract/users/users.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Palette } from './palette.tsx'
import { forgetRecentEntries } from './recent.ts'

const user = (id: string, firstName: string, lastName: string, dateOfBirth = '1984-08-17'): EndUser => ({
  ...unknownUser,
  id,
  firstName,
  lastName,
  dateOfBirth,
  memberId: `HM-${id}`,
})

let users: EndUser[]
let patients: string[]
/** The response is held until the test releases it. */
let answered: PromiseWithResolvers<void>
let closed: number
let router: ReturnType<typeof createRouter>
const { fetch } = window

beforeEach(() => {
  users = [user('1', 'Siân', 'Llewellyn'), user('2', 'Sian', 'Llanwarne', '')]
  patients = []
  answered = Promise.withResolvers()
  closed = 0
  window.fetch = async (input) => {
    await answered.promise
    const { pathname } = new URL(input as string, window.location.href)
    const meta = (totalAmount: number) => ({
      amount: totalAmount,
      nextPageElems: 0,
      page: 1,
      pageSize: 20,
      prevPageElems: 0,
      totalAmount,
      totalPages: 1,
    })
    if (pathname === '/v1/users') return Response.json({ data: users, meta: meta(users.length) })
    const none = Object.fromEntries(patientColumns.map(({ key }) => [key, null]))
    const rows = patients.map((memberId) => ({ ...none, memberId, createdAt: '' }))
    return Response.json({ data: { data: rows, meta: meta(rows.length), updatedAt: '' } })
  }
  forgetRecentEntries()
  const root = createRootRoute()
  const props = { role: 'super_admin', onDialog: () => {}, onLogOut: () => {}, onClose: () => (closed += 1) } as const
  const all = createRoute({ getParentRoute: () => root, path: '$', component: () => <Palette {...props} /> })
  router = createRouter({
    routeTree: root.addChildren([all]),
    history: createMemoryHistory({ initialEntries: ['/files'] }),
  }) as never
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
})
afterEach(() => void (window.fetch = fetch))

const dialog = page.getByRole('dialog', { name: 'Search and commands' })
const field = dialog.getByRole('combobox')
const chosen = dialog.getByRole('option', { selected: true })
const status = dialog.getByRole('status')
const marked = () => [...chosen.element().querySelectorAll('mark')].map((mark) => mark.textContent)
const opened = () => router.history.location.href

test('[palette-5] a typed name selects its user as soon as the server has responded, and Enter opens them', async () => {
  await field.fill('sian ll')
  await expect.element(status).toMatchTextContent(/Searching users and patients/)
  expect(chosen.query()).toBeNull()
  answered.resolve()
  await expect.element(chosen).toMatchTextContent(/^Siân LlewellynHM-1 · 17 August 1984/)
  expect(marked()).toEqual(['Siân', 'Ll'])
  await expect.element(dialog.getByRole('group', { name: 'Users' })).toMatchTextContent(/date of birth unknown/)
  await expect.element(status).toHaveTextContent('2 users found. No patients found.')
  await userEvent.keyboard('{Enter}')
  expect(opened()).toBe('/user/1')
})

test('[palette-5] Enter before the response opens the only user, but none of several', async () => {
  await field.fill('sian ll')
  await userEvent.keyboard('{Enter}')
  answered.resolve()
  await expect.element(chosen).toMatchTextContent(/^Siân Llewellyn/)
  expect(opened()).toBe('/files')

  users = [user('3', 'Ngozi', 'Okonkwo')]
  await field.fill('okonk')
  await userEvent.keyboard('{Enter}')
  await expect.poll(opened).toBe('/user/3')
})

test('if two users have exactly the typed name, Enter before the response opens neither', async () => {
  users = [user('4', 'Ann', 'Lee'), user('5', 'Ann', 'Lee'), user('6', 'Joann', 'Lee')]
  await field.fill('ann lee')
  await userEvent.keyboard('{Enter}')
  answered.resolve()
  await expect.element(chosen).toMatchTextContent(/Exact name/)
  expect(opened()).toBe('/files')
  users = [user('4', 'Ann', 'Lee'), user('6', 'Joann', 'Lee')]
  await field.fill('Ann Lee')
  await userEvent.keyboard('{Enter}')
  await expect.poll(opened).toBe('/user/4')
})

test('what was typed is marked in the name and in the member ID, but not in what no search reads', async () => {
  users = [{ ...user('9', 'Ann', 'Birthwhistle', ''), memberId: 'HM‑1984' }]
  await field.fill('birth hm-1984')
  answered.resolve()
  await expect.element(chosen).toMatchTextContent(/HM‑1984 · date of birth unknown/)
  expect(marked()).toEqual(['Birth', 'HM‑1984'])
})

test('[palette-5] a user with the typed name comes before one whose ID contains it', async () => {
  users = [{ ...user('7', 'Charlotte', 'Ashworth'), id: '01ada' }, user('8', 'Zoë', 'Adams')]
  await field.fill('ada')
  answered.resolve()
  await expect.element(chosen).toMatchTextContent(/^Zoë Adams/)
})

test('[palette-3] an exact ID comes first, whatever it belongs to', async () => {
  patients = ['HM-77', 'HM-7']
  await field.fill('hm-7')
  answered.resolve()
  await expect.element(chosen).toMatchTextContent(/^HM-7Exact ID$/)
  await expect.element(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
})

test('a text that matches no name or command can be searched for', async () => {
  users = []
  await field.fill('nobody')
  await userEvent.keyboard('{Enter}')
  answered.resolve()
  await expect.element(status).toHaveTextContent('No users or patients found.')
  expect(opened()).toBe('/files')
  await expect.element(chosen).toMatchTextContent(/^Search Users for “nobody”/)
})

test('pages and commands come first without a text, and Clear search returns to them', async () => {
  await field.fill('sess')
  await expect.element(chosen).toMatchTextContent(/^Sessions/)
  await dialog.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(field).toHaveFocus()
  await expect.element(chosen).toMatchTextContent(/^Users/)
  await expect.element(dialog.getByRole('group', { name: 'Pages' })).toMatchTextContent(/Audit log/)
  expect(closed).toBe(0)
})

test('no entry repeats the heading of its group, and a command shows its page', async () => {
  answered.resolve()
  for (const [text, label, shown] of [
    ['sian ll', 'Siân Llewellyn', 'Siân LlewellynHM-1 · 17 August 1984'],
    ['audit log', 'Audit log', 'Audit log'],
    ['import history', 'Import history', 'Import historyHospital patients'],
  ] as const) {
    await field.fill(text)
    const entry = dialog.getByRole('option').filter({ hasText: new RegExp(`^${label}`) })
    await expect.element(entry.first()).toHaveTextContent(shown)
    expect(entry.first().element().textContent).toBe(shown)
  }
})

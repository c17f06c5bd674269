import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { parseSearch, stringifySearch } from '../../shell/url-search.ts'
import { render } from '../../testing/render.tsx'
import { AuditPage } from './audit-page.tsx'
import { readAuditState } from './audit-state.ts'

const ann = { kind: 'staff', id: 'ann', name: 'Ann Lee', hasLeft: false } as const
const bo = { kind: 'staff', id: 'bo', name: 'Bo Berg', hasLeft: true } as const

function entry(sequence: number, changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    sequence,
    at: `2026-11-21T10:${String(sequence % 60).padStart(2, '0')}:00.000Z`,
    actor: ann,
    action: 'users.search',
    group: 'searchUsers',
    how: 'search',
    subjects: Array.from({ length: 20 }, (_, index) => ({ kind: 'user', id: `user-${index}` })),
    outcome: 'ok',
    reason: null,
    count: 1,
    address: '10.24.18.7',
    sessionId: 'session-1',
    requestId: 'request-4711',
    hash: 'ab'.repeat(32),
    ...changes,
  }
}

const entries = [
  entry(3),
  entry(2, { actor: bo, action: 'user.view', how: 'view', subjects: [{ kind: 'user', id: 'u-1', memberId: 'HM-1' }] }),
  entry(1, {
    actor: { kind: 'nobody', id: null, name: null, hasLeft: false },
    action: 'session.sign_in',
    how: null,
    subjects: [],
    outcome: 'failed',
    reason: 'invalid_credentials',
    count: 14,
  }),
]

/** The queries that the page requested, and the response. */
let requested: string[]
let newer: { count: number; requested: string[] }
let answer: (query: URLSearchParams) => { data: AuditEvent[]; nextCursor: string | null } | 'failure'
const { fetch } = window
const fields = [{ path: 'text', message: 'Type more characters.' }]
const rejection = { error: { code: 'invalid', message: 'Invalid', requestId: 'r', fields } }

beforeEach(() => {
  requested = []
  newer = { count: 0, requested: [] }
  answer = (query) => {
    const cursor = query.get('cursor')
    if (cursor === null) return { data: entries, nextCursor: 'c1' }
    return { data: [entry(cursor === 'c1' ? 200 : 100)], nextCursor: cursor === 'c1' ? 'c2' : null }
  }
  window.fetch = async (input) => {
    const url = new URL(input as string, window.location.href)
    if (url.pathname.endsWith('/actors')) {
      return Response.json({
        data: [ann, bo].map(({ id, name, hasLeft }) => ({ id, name, hasLeft, isService: false })),
      })
    }
    if (url.pathname.endsWith('/newer')) {
      newer.requested.push(url.search)
      return Response.json({ data: { count: newer.count } })
    }
    requested.push(url.search)
    const answered = answer(url.searchParams)
    if (answered === 'failure') return Response.json(rejection, { status: 400 })
    return Response.json({ data: answered.data, meta: { nextCursor: answered.nextCursor, newestCursor: 'n1' } })
  }
})
afterEach(async () => {
  window.fetch = fetch
  await page.viewport(1280, 800)
})

function open(url = '/audit?as=entries') {
  const root = createRootRoute({ component: Outlet })
  const authenticated = createRoute({ getParentRoute: () => root, id: '_authenticated', component: Outlet })
  const audit = createRoute({
    getParentRoute: () => authenticated,
    path: 'audit',
    validateSearch: readAuditState,
    component: AuditPage,
  })
  const router = createRouter({
    routeTree: root.addChildren([authenticated.addChildren([audit])]),
    history: createMemoryHistory({ initialEntries: [url] }),
    parseSearch,
    stringifySearch,
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

const button = (name: string | RegExp) => page.getByRole('button', { name })

const row = (name: string | RegExp) => page.getByRole('row', { name })

test('[audit-1] each entry is shown in plain words, below its day', async () => {
  open()
  await expect.element(row(/Ann Lee searched users · 20 shown 10.24/)).toBeVisible()
  await expect.element(row(/Bo Berg Former viewed a user User HM-1/)).toBeVisible()
  await expect.element(row(/Unknown signed in · 14 times Rejected/)).toBeVisible()
  await expect.element(page.getByText(/^Saturday,? 21 November 2026$/)).toBeVisible()
  await expect.element(button('10:03, Ann Lee searched users')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByRole('link', { name: 'HM-1' })).toHaveAttribute('href', '/user/u-1')
})

test('[audit-15] the requests of one visit are one line, and its details show each of them', async () => {
  const visit = (sequence: number, action: string, changes: Partial<AuditEvent> = {}) =>
    entry(sequence, { action, how: null, at: '2026-11-21T10:03:00.000Z', ...changes })
  answer = () => ({
    data: [
      visit(3, 'access_review.view', { subjects: [{ kind: 'admin', id: '0190aa17-1', name: 'Bo Berg' }] }),
      visit(2, 'invitation.list', { subjects: [] }),
      visit(1, 'admin.list', { subjects: [{ kind: 'admin', id: '0190aa17-1', name: 'Bo Berg' }] }),
    ],
    nextCursor: 'c1',
  })
  open()
  await expect.element(row(/Ann Lee opened Admins · 3 requests 10.24/)).toBeVisible()
  await expect.element(page.getByText('Showing 3 entries as 1 line')).toBeVisible()
  await button(/opened Admins/).click()
  for (const what of ['Viewed who has access', 'Viewed the invitations', 'Viewed the admins'])
    await expect.element(page.getByText(what)).toBeVisible()
  await button('Technical details').click()
  expect(page.getByRole('button', { name: /^Copy SHA-256 of entry/ }).elements()).toHaveLength(3)
})

test('an import shows its file and rows, and a download is more prominent than a view', async () => {
  const table = { kind: 'import', id: 'i-1', name: 'ward-4.xlsx', rows: 232 } as const
  answer = () => ({
    data: [
      entry(4, { action: 'patients.import', group: 'importPatients', how: null, subjects: [table] }),
      entry(3, { action: 'files.download', group: 'downloadFiles', how: null, subjects: [] }),
      entry(2, { action: 'patients.import_history', group: 'importPatients', how: null, subjects: [table] }),
      entry(1, { action: 'user.view', group: 'viewUser', how: 'view', subjects: [] }),
    ],
    nextCursor: null,
  })
  open()
  await expect.element(row(/Ann Lee imported patients · 232 rows · ward-4.xlsx/)).toBeVisible()
  const weight = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element()).fontWeight
  for (const act of ['imported patients', 'downloaded a file'])
    expect(Number(weight(act))).toBeGreaterThan(Number(weight('viewed a user')))
  expect(weight('viewed the import history')).toBe(weight('viewed a user'))
})

test('[audit-15] upload, preview and import of one file are one line with its outcome, which opens to show its steps', async () => {
  const table = { kind: 'import', id: 'i-1', name: 'ward-4.xlsx', rows: 232 } as const
  const step = (sequence: number, action: string, patientIds: string[] = []) =>
    entry(sequence, {
      action,
      group: 'importPatients',
      how: null,
      subjects: [table, ...patientIds.map((id) => ({ kind: 'patient' as const, id }))],
    })
  answer = () => ({
    data: [
      step(5, 'patients.layout_remember'),
      step(4, 'patients.import'),
      entry(3),
      step(2, 'patients.import_preview', ['7', '8']),
      step(1, 'patients.import_upload'),
    ],
    nextCursor: 'c1',
  })
  open()
  await expect.element(row(/10:05, .*imported patients · 232 rows · .?ward-4.xlsx.? 10.24/)).toBeVisible()
  await expect.element(page.getByText('Showing 5 entries as 2 lines')).toBeVisible()
  await button(/imported patients/).click()
  const labels = () => [...document.querySelectorAll('dt')].map((label) => label.textContent).slice(0, 4)
  expect(labels()).toEqual(['10:01', '10:02', '10:04', '10:05'])
  await expect.element(page.getByText('Viewed the preview of an import')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Only this import' })).toBeVisible()
})

test('in a window of 768 px the sentence fills the width and includes its subjects', async () => {
  await page.viewport(768, 1024)
  open()
  await expect.element(row(/Bo Berg Former viewed a user · User HM-1/)).toBeVisible()
  await expect.element(page.getByLabelText('Who', { exact: true })).not.toBeVisible()
  const sentence = page.getByText('searched users').element().closest('td')
  expect(sentence?.getBoundingClientRect().width).toBeGreaterThan(400)
})

test('a row opens to show everything in its entry, one row at a time, and can filter the list by its admin', async () => {
  const router = open('/audit?outcome=ok')
  await row(/Ann Lee/)
    .getByText(/20 shown/)
    .click()
  await expect.element(button(/Ann Lee searched/)).toHaveAttribute('aria-expanded', 'true')
  await row(/Bo Berg Former/)
    .getByText('10.24.18.7')
    .click()
  await expect.element(button(/Ann Lee searched/)).toHaveAttribute('aria-expanded', 'false')
  const labels = () =>
    [...document.querySelectorAll('dt')].filter((label) => label.checkVisibility()).map((label) => label.textContent)
  expect(labels()).toEqual(['What', 'About', 'Who', 'When', 'IP address', 'Outcome'])
  await button('Technical details').click()
  expect(labels().slice(6)).toEqual(['Entry', 'Action', 'Session', 'Request', 'Hash'])
  await expect.element(page.getByText('request-4711')).toBeVisible()
  await expect.element(button('Copy request ID')).toBeInTheDocument()

  await page.getByRole('link', { name: 'Only this admin' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ actor: 'bo' })
  await expect.element(page.getByLabelText('Who', { exact: true })).toHaveValue('bo')
  await expect.element(page.getByRole('option', { name: 'Bo Berg (former)' })).toBeInTheDocument()
})

test('the details of an entry show the reason that was entered', async () => {
  const changes = { action: 'user.export', group: 'downloadReports', statedReason: 'Request of 18 November' } as const
  answer = () => ({ data: [entry(1, changes)], nextCursor: null })
  open()
  await button(/Ann Lee started to export/).click()
  await expect.element(page.getByRole('term').filter({ hasText: /^Reason$/ })).toBeVisible()
  await expect.element(page.getByText('Request of 18 November')).toBeVisible()
})

test('the steps of a visit show the reason that was entered', async () => {
  const hold = { action: 'user.hold', group: 'eraseUsers', how: null, statedReason: 'Court order' } as const
  answer = () => ({ data: [entry(2, hold), entry(1)], nextCursor: null })
  open('/audit')
  await button(/Ann Lee/).click()
  await expect.element(page.getByText(/Reason: “.?Court order.?”/)).toBeVisible()
})

test('Tab reaches one row across all days, and Up and Down move to the other rows', async () => {
  const [newest, second, oldest] = entries as [AuditEvent, AuditEvent, AuditEvent]
  answer = () => ({ data: [newest, second, { ...oldest, at: '2026-11-20T10:01:00.000Z' }], nextCursor: null })
  open()
  const first = button('10:03, Ann Lee searched users')
  await expect.element(first).toBeVisible()
  const stops = () => document.querySelectorAll('tbody :is(a, button):not([tabindex="-1"])').length
  await expect.poll(stops).toBe(1)
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button('10:02, Bo Berg viewed a user')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button('10:01, Unknown signed in, failed')).toHaveFocus()
  expect(stops()).toBe(1)
  await userEvent.keyboard('{Control>}{Home}{/Control}{Enter}')
  await expect.element(first).toHaveAttribute('aria-expanded', 'true')
})

test('newer entries are counted, and loaded on request', async () => {
  open()
  await expect.element(row(/Ann Lee/)).toBeVisible()
  const before = requested.length
  newer.count = 12
  answer = () => ({ data: [entry(4, { actor: bo }), ...entries], nextCursor: null })
  // This happens when the tab is chosen again.
  window.dispatchEvent(new Event('visibilitychange'))
  await button('12 newer entries').click()
  expect(newer.requested).toEqual(['?cursor=n1'])
  await expect.element(button('10:04, Bo Berg searched users')).toHaveFocus()
  expect(requested.length).toBe(before + 1)
})

test('visits are shown first; a search or a filter shows entries, and without one the visits are back', async () => {
  const router = open('/audit')
  const isShown = async (view: string) => {
    await expect.element(page.getByRole('radio', { name: view })).toBeChecked()
  }
  await isShown('Visits')
  expect(new Set(requested)).toEqual(new Set(['']))
  await page.getByLabelText('Action').selectOptions('Changes')
  await expect.poll(() => requested.at(-1)).toBe('?part=changes')
  await isShown('Entries')
  await page.getByLabelText('Who', { exact: true }).selectOptions('Bo Berg (former)')
  await expect.poll(() => router.state.location.search).toEqual({ actor: 'bo', part: 'changes' })
  await page.getByLabelText('Action').selectOptions('Signed in')
  await expect.poll(() => requested.at(-1)).toBe('?actor=bo&group=signIn')
  await button('Reset').click()
  await isShown('Visits')
  await page.getByPlaceholder('Search by Member ID or other ID').fill('request-47')
  await expect.poll(() => requested.at(-1)).toBe('?text=request-47')
  await isShown('Entries')
  await page.getByPlaceholder('Search by Member ID or other ID').fill('')
  await isShown('Visits')
  await page.getByRole('radio', { name: 'Entries' }).click({ force: true })
  await isShown('Entries')
  await router.navigate({ to: '/audit', search: { subject: 'user:u-1' } } as never)
  await expect.poll(() => requested.at(-1)).toBe('?subject=user%3Au-1')
  await page.getByRole('radio', { name: 'Visits' }).click({ force: true })
  await expect.poll(() => router.state.location.search).toEqual({})
})

test('[audit-17] the entries of one caller without a gap of 30 minutes are one line, which opens to list them', async () => {
  const hm1 = { kind: 'user', id: 'u-1', memberId: 'HM-1' } as const
  const at = (time: string) => ({ at: `2026-11-21T${time}:00.000Z` })
  const ada = { ...ann, color: 'frost-cobalt' } as const
  answer = () => ({
    data: [
      entry(9, {
        ...at('10:41'),
        actor: ada,
        action: 'report.view',
        group: 'viewReports',
        how: 'view',
        subjects: [hm1, { kind: 'report', id: 'r-1' }],
      }),
      entry(8, { ...at('10:40'), actor: ada, action: 'user.view', group: 'viewUser', how: 'view', subjects: [hm1] }),
      entry(7, {
        ...at('10:39'),
        actor: bo,
        action: 'patients.download',
        group: 'downloadPatients',
        how: null,
        subjects: [],
        outcome: 'denied',
      }),
      entry(6, { ...at('10:30'), actor: ada }),
      entry(5, { ...at('10:20'), actor: ada }),
      entry(4, { ...at('09:30'), actor: ada, action: 'session.sign_in', group: 'signIn', how: null, subjects: [] }),
    ],
    nextCursor: 'c1',
  })
  open('/audit')
  const visit = button('10:20 – 10:41, Ann Lee')
  await expect
    .element(row(/10:20 – 10:41, Ann Lee Ann Lee Viewed 1 user and 1 report · searched users 2 times 10.24/))
    .toBeVisible()
  await expect.element(row(/10:39, Bo Berg .*Denied Denied: “began to download the patients”/)).toBeVisible()
  await expect.element(row(/09:30, Ann Lee Ann Lee Signed in · may have begun on the next page/)).toBeVisible()
  await expect.element(page.getByText('Showing 6 entries as 3 visits')).toBeVisible()
  await visit.click()
  await expect.element(page.getByText('Viewed a report of')).toBeVisible()
  const steps = page
    .getByRole('listitem')
    .elements()
    .map((step) => step.textContent)
  expect(steps.filter((step) => /^\d\d:/.test(step))).toEqual([
    expect.stringMatching(/^10:41Viewed a report of .?HM-1.? · Report .*r-1/),
    expect.stringMatching(/^10:40Viewed user .?HM-1/),
    '10:30Searched users 2 times · 40 shown ',
  ])
})

test.each([1024, 1280, 1366, 1440])(
  '[audit-18] at %i px no filter is cut off or covered, set or not',
  async (width) => {
    await page.viewport(width, 900)
    const set =
      '?group=operator&actor=bo&subject=service_account:0190aa17-1&outcome=failed&from=2026-11-01&to=2026-11-20'
    const places: Record<string, DOMRect> = {}
    const router = open('/audit')
    for (const search of ['', set]) {
      await router.navigate({ to: '/audit', search: parseSearch(search) } as never)
      await expect.element(page.getByLabelText('Outcome')).toHaveValue(search ? 'failed' : '')
      const shown = page.getByRole('group', { name: 'Show as' }).element()
      const fields = [...document.querySelectorAll('select, input:not([type=radio])')]
      const controls = [shown, ...fields.flatMap((field) => field.parentElement ?? [])]
      const rects = controls.map((box) => box.getBoundingClientRect())
      expect(controls.length).toBeGreaterThanOrEqual(6)
      const isApart = (a: DOMRect, b: DOMRect) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
      const isSound = (rect: DOMRect, index: number) =>
        rect.left >= 0 && rect.right <= width && rects.slice(index + 1).every((other) => isApart(rect, other))
      expect(rects.map(isSound)).toEqual(rects.map(() => true))
      const texts = [...document.querySelectorAll('label + span:has(~ select)')]
      expect(texts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
      places[search] = page.getByRole('radio', { name: 'Visits' }).element().getBoundingClientRect()
    }
    expect(places[set]?.x).toBe(places['']?.x)
  },
)

test('the filters are in the URL and sent to the server', async () => {
  const router = open('/audit?cursor=c1')
  await page.getByLabelText('Who', { exact: true }).selectOptions('Bo Berg (former)')
  await page.getByLabelText('Action').selectOptions('Searched users')
  await page.getByLabelText('Outcome').selectOptions('Denied')
  await page.getByLabelText('About').selectOptions('Patient')
  await page.getByPlaceholder('ID of the patient').fill('HM-1')
  await expect.poll(() => router.state.location.search).toMatchObject({ subject: 'patient:HM-1' })
  await page.getByLabelText('Dates').fill('01/11/2026 to 20/11/2026')
  await page.getByPlaceholder('Search by Member ID or other ID').fill('request-47')
  await expect.poll(() => router.state.location.search).toMatchObject({ text: 'request-47', to: expect.any(String) })
  const last = new URLSearchParams(requested.at(-1))
  expect(Object.fromEntries(last)).toEqual({
    actor: 'bo',
    group: 'searchUsers',
    subject: 'patient:HM-1',
    outcome: 'denied',
    text: 'request-47',
    from: '2026-11-01',
    to: '2026-11-20',
  })

  await button('Reset').click()
  await expect.poll(() => router.state.location.search).toEqual({ text: 'request-47' })
  await expect.element(page.getByLabelText('About')).toHaveValue('')
})

test('invalid filters in the URL are ignored', async () => {
  open('/audit?group=nonsense&outcome=maybe&subject=planet:1&from=yesterday&part=half')
  await expect.element(page.getByRole('table')).toBeVisible()
  expect(new Set(requested)).toEqual(new Set(['']))
})

test("the pager and the browser's Back move between pages by their cursors", async () => {
  const router = open()
  await expect.element(button('Newest entries')).toHaveAttribute('aria-disabled', 'true')
  await button('Older entries').click()
  await expect.element(page.getByText('Showing 1 entry')).toBeVisible()
  expect(router.state.location.search).toEqual({ as: 'entries', cursor: 'c1' })
  const output = page.getByRole('status').filter({ hasText: '1 entry, newest from 21 November 2026, 10:20 UTC' })
  await expect.element(output).toBeInTheDocument()
  await button('Older entries').click()
  await expect.poll(() => router.state.location.search).toEqual({ as: 'entries', cursor: 'c2' })
  await expect.element(button('Older entries')).toHaveAttribute('aria-disabled', 'true')

  await button('Newer entries').click()
  await expect.poll(() => router.state.location.search).toEqual({ as: 'entries', cursor: 'c1' })
  router.history.back()
  await expect.poll(() => router.state.location.search).toEqual({ as: 'entries', cursor: 'c2' })
  await button('Newest entries').click()
  await expect.poll(() => router.state.location.search).toEqual({ as: 'entries' })
  await expect.element(page.getByText('Showing 3 entries')).toBeVisible()
})

test('a search without results, an empty log and a failure are shown differently', async () => {
  answer = () => ({ data: [], nextCursor: null })
  const router = open()
  await expect.element(page.getByText('Nothing has been logged yet.')).toBeVisible()
  await router.navigate({ to: '/audit', search: { text: 'zebra' } } as never)
  await expect.element(page.getByText('Nothing found.')).toBeVisible()
  answer = () => 'failure'
  await router.navigate({ to: '/audit', search: { text: 'lion' } } as never)
  await expect.element(page.getByText('Couldn’t load the audit log')).toBeVisible()
  await expect.element(page.getByText('Type more characters.')).toBeVisible()
  answer = () => ({ data: entries, nextCursor: null })
  await button('Try again').click()
  await expect.element(page.getByRole('table')).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Pagination' })).not.toBeInTheDocument()
})

const boxOf = (field: string) => page.getByLabelText(field).element().getBoundingClientRect()

test('on a phone the filters are behind a button, and the table has one column', async () => {
  await page.viewport(390, 844)
  open()
  await expect.element(row(/Ann Lee/)).toBeVisible()
  const headings = () => page.getByRole('columnheader').elements()
  await expect
    .poll(() => headings().map((each) => each.textContent.trim()))
    .toEqual(['Time UTC', 'What happened', 'Details'])
  await expect.element(page.getByLabelText('Who', { exact: true })).not.toBeVisible()
  await button('Filters').click()
  await expect.element(page.getByLabelText('Dates')).toBeVisible()
  const [outcome, days] = [boxOf('Outcome'), boxOf('Dates')]
  expect(days.top - outcome.bottom).toBeLessThan(48)
  await page.getByLabelText('Who', { exact: true }).selectOptions('Ann Lee')
  await expect.element(button('Filters 1')).toHaveAttribute('aria-expanded', 'true')
})

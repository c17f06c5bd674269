import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { networkOf } from './support/network.ts'
import { importUsers, importReports, type StoredReport } from './support/users.ts'
import { loggedSubjects } from './support/audit-log.ts'
import { recordShifts, shiftsOf } from './support/shifts.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

test.use({ serverOptions: { demo: false, filledBy: 'reports' } })

const daySeconds = 86_400
const start = Date.parse('2026-11-18T23:30:00.000Z') / 1000

const longEmail = 'maximiliana.eugenia.von.habsburg-lothringen@outpatients.example'

const users = [
  {
    id: 'many',
    memberId: 'HM-1',
    firstName: 'Siân',
    lastName: 'Llewellyn',
    dateOfBirth: '1979-10-17',
    email: 'sian@people.example',
  },
  { id: 'exact', memberId: 'HM-6', firstName: 'Ada', lastName: 'Exact' },
  { id: 'none', memberId: 'HM-2', firstName: 'Zoë', lastName: 'Brännström-Achterberg' },
  { id: 'odd', memberId: 'HM-3', firstName: 'A/B\\C:', lastName: '"Q" <x>|?*' },
  {
    id: 'large',
    memberId: 'HM-4',
    firstName: 'Maximiliana Eugenia',
    lastName: 'von Habsburg-Lothringen de la Cruz',
    dateOfBirth: '1961-11-30',
    email: longEmail,
  },
  { id: 'nameless', memberId: 'HM-5' },
  { id: 'page', memberId: 'HM-7', firstName: 'Nora', lastName: 'Page' },
]

// There are 25 reports on each of three days, every half hour back from half past eleven at night.
const many = [0, 1, 2].flatMap((day) =>
  Array.from({ length: 25 }, (_, index) => report(`d${day}`, index, start - day * daySeconds - index * 1_800)),
)
const odd = [report('odd', 0, start), report('odd', 1, start - 60)]
// Their download stays as long when the server compresses it.
const large = Array.from({ length: 3_000 }, (_, index) => ({
  ...report('large', index, start - index * 60),
  trace: `]}[{"${randomBytes(1_500).toString('base64')}`,
}))

const exact = `{ "z":1.0,"2":[61.50, 1E2],"generatedAt" : ${start}.0,"big":12345678901234567890,"reportId":"0192fexa-78cf-7727-a2a8-000000000000","text":"\\u00e9 é \\/" }`
const asPage = {
  reportId: '0192fpag-78cf-7727-a2a8-000000000000',
  generatedAt: start,
  period: { from: '2026-11-17T07:12:37Z', zone: 'Europe/Oslo' },
  pressure: { value: 128, unit: 'mmHg' },
  heartRate: { byHour: [61, 58, 97, 60], restingBpm: 61 },
  notes: ['The night was calm, and longer than the night before.'],
  operatorNote: null,
}

function report(group: string, index: number, generatedAt: number): StoredReport {
  const reportId = `0192f${group.padEnd(3, '0')}-78cf-7727-a2a8-${String(index).padStart(12, '0')}`
  return {
    reportId,
    generatedAt,
    heartRate: 60 + (index % 30),
    notes: 'naïve "quote" 心',
    ratio: 1.5,
    nested: { a: [1] },
  }
}

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })
const day = (page: Page) => page.getByLabel('Date generated', { exact: true })
const reset = (page: Page) => page.getByRole('button', { name: 'Reset' })
const downloadAll = (page: Page) => page.getByRole('button', { name: 'Download all' })

async function downloadedBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return download
}

async function contentOf(download: Download): Promise<unknown> {
  return JSON.parse(readFileSync(await download.path(), 'utf8'))
}

test.beforeAll(async ({ server }) => {
  await importUsers(server, users)
  await importReports(server, {
    many,
    odd,
    exact: [exact],
    page: [asPage],
    // Only the `faults` project needs thousands of reports.
    large: test.info().project.name === 'faults' ? large : large.slice(0, 1),
  })
})
test.beforeEach(async ({ page, server }) => signIn(page, server.admin))

test('[reports-1] the page names the user immediately when it is opened from the list, and lists the reports, newest first', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/users/many', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'HM-1', exact: true }).click()
  await expect(heading(page)).toHaveText('Siân Llewellyn`s reports')
  await expect(page.getByText('sian@people.example')).toBeVisible()
  const before = await page.getByRole('region', { name: 'Reports', exact: true }).boundingBox()
  release()
  await expect(rows(page)).toHaveCount(20)
  expect((await page.getByRole('region', { name: 'Reports', exact: true }).boundingBox())?.y).toBe(before?.y)

  await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 75')
  await expect(page).toHaveTitle('User reports · Health Console')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('listitem')).toHaveText(['Users', 'Siân Llewellyn'])
  await expect(crumbs.getByText('Siân Llewellyn')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('columnheader')).toHaveText(['Report ID', 'Date generated UTC', 'Action'])
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).first().locator('th, td')).toHaveText([
    '0192fd00-78cf-7727-a2a8-000000000000',
    '18 November 2026, 23:30heartRate 60 · ratio 1.5',
    'ViewDownload report',
  ])
  await expect(rows(page).first().locator('b')).toHaveText('00000000')
  await expect(pager(page)).toContainText('Showing 1-20 of 75 results')
  await expect(reset(page)).toHaveCount(0)
  await expect(page.locator('main dl').first()).toHaveText(
    /^Member idHM-1Date of birth17 October 1979Emailsian@people\.example/,
  )

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [what, text] of [
    ['Member ID HM-1', 'HM-1'],
    ['date of birth 17 October 1979', '17 October 1979'],
    ['email address sian@people.example', 'sian@people.example'],
    ['report ID 0192fd00', many[0]?.reportId],
  ] as const) {
    await page
      .getByRole('button', { name: `Copy ${what}` })
      .first()
      .click()
    await expect(page.getByRole('button', { name: `Copied ${what}` })).toBeFocused()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }

  await crumbs.getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL('/')
})

test('[reports-2] [reports-3] [reports-4] a typed day, a day of the calendar and a range of days are kept as UTC days in the URL until Reset or Clear', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/reports')) asked.push(url.searchParams.get('date') ?? '')
  })
  const day0 = (offset: number) => new Date(start * 1000 - offset * daySeconds * 1000).toISOString().slice(0, 10)
  const startOf = (offset: number) => `${day0(offset)}T00:00:00.000Z`
  const calendar = page.getByRole('dialog', { name: 'Choose a date' })
  await page.clock.setFixedTime(new Date((start + daySeconds) * 1000))
  await page.goto('/user/many?page=2')
  await expect(rows(page)).toHaveCount(20)

  await test.step('a typed day keeps the page number', async () => {
    await day(page).fill('17/11/2026')
    await day(page).press('Enter')
    await expect(page).toHaveURL('/user/many?page=2&date=2026-11-17T00:00:00.000Z')
    await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 25')
    await expect(rows(page)).toHaveCount(5)
    await expect(rows(page).first()).toContainText('17 November 2026, 13:30')
  })
  await test.step('Reset and Clear show every day again with a new request', async () => {
    await reset(page).click()
    await expect(page).toHaveURL('/user/many?page=2')
    await expect(day(page)).toHaveValue('')
    await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 75')
    await expect(reset(page)).toHaveCount(0)
    await expect(day(page)).toBeFocused()
    expect(asked).toEqual(['', expect.stringContaining('2026-11-17'), ''])
    await page.goBack()
    await expect(day(page)).toHaveValue('17/11/2026')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page).toHaveURL('/user/many?page=2')
    await expect(day(page)).toHaveValue('')
    await expect(day(page)).toBeFocused()
  })
  await test.step('a day is chosen from the calendar', async () => {
    await page.getByRole('button', { name: 'Open calendar' }).click()
    await calendar.getByRole('gridcell').getByText('17', { exact: true }).click()
    await expect(calendar).toBeHidden()
    await expect(page).toHaveURL('/user/many?page=2&date=2026-11-17T00:00:00.000Z')
    await expect(rows(page).first()).toContainText('17 November 2026')
  })
  await test.step('the last days and a range of days can be chosen', async () => {
    await reset(page).click()
    await page.getByRole('button', { name: 'Open calendar' }).click()
    await calendar.getByRole('button', { name: 'Last 7 days' }).click()
    await expect(calendar).toBeHidden()
    await expect(page).toHaveURL(`/user/many?page=2&from=${startOf(5)}&to=${startOf(-1)}`)
    await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 75')

    await page.getByRole('button', { name: 'Open calendar' }).click()
    await calendar.getByRole('button', { name: 'Date range' }).click()
    for (const number of ['16', '17']) await calendar.getByRole('gridcell').getByText(number, { exact: true }).click()
    await expect(page).toHaveURL(`/user/many?page=2&from=${startOf(2)}&to=${startOf(1)}`)
    await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 50')

    await day(page).fill('18/11/2026 to 19 November 2026')
    await day(page).press('Enter')
    await expect(page).toHaveURL(`/user/many?page=2&from=${startOf(0)}&to=${startOf(-1)}`)
    await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 25')
    await page.reload()
    await expect(day(page)).toHaveValue('18/11/2026 to 19/11/2026')
    await reset(page).click()
    await expect(page).toHaveURL('/user/many?page=2')
    await expect(day(page)).toHaveValue('')
  })
})

test('a page past the end of a day shows its last page, which the pager names while it is fetched @faults', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/reports?*page=2*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/user/many?page=4')
  await expect(rows(page)).toHaveCount(15)
  await day(page).fill('2026-11-16')
  await day(page).press('Enter')
  await expect(page.getByText('Showing 21-25 of 25 results')).toBeVisible()
  release()
  await expect(page).toHaveURL('/user/many?page=2&date=2026-11-16T00:00:00.000Z')
  await expect(rows(page)).toHaveCount(5)
  await page.unrouteAll()
  await page.reload()
  await expect(day(page)).toHaveValue('16/11/2026')
  await expect(rows(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: /^Open calendar, 16 November 2026 chosen/ })).toBeVisible()
})

test('[reports-6] [reports-8] all reports are downloaded as one array, and under a filter either the filtered reports or all of them', async ({
  page,
}) => {
  await page.goto('/user/many?date=2026-11-17T00:00:00.000Z')
  await expect(rows(page)).toHaveCount(20)
  await downloadAll(page).click()
  const these = await downloadedBy(page, () => page.getByRole('button', { name: 'Download these 25' }).click())
  expect(these.suggestedFilename()).toBe('Siân Llewellyn-reports-2026-11-17.json')
  expect(await contentOf(these)).toEqual(many.slice(25, 50))
  await downloadAll(page).click()
  const all = await downloadedBy(page, () => page.getByRole('button', { name: 'Download all 75' }).click())
  expect(await contentOf(all)).toEqual(many)
  await reset(page).click()
  const whole = await downloadedBy(page, () => downloadAll(page).click())
  expect(whole.suggestedFilename()).toBe('Siân Llewellyn-reports.json')
  expect(await contentOf(whole)).toEqual(many)

  await test.step('characters of a name that a file system does not accept are replaced', async () => {
    await page.goto('/user/odd')
    await expect(heading(page)).toHaveText('A/B\\C: "Q" <x>|?*`s reports 2')
    const download = await downloadedBy(page, () => downloadAll(page).click())
    expect(download.suggestedFilename()).toBe('A_B_C_ _Q_ _x____-reports.json')
    expect(await contentOf(download)).toEqual(odd)
  })
})

test('from 768 px on, setting the filter moves nothing, and its tools keep a distance from the user’s details @faults', async ({
  page,
}) => {
  const table = page.getByRole('region', { name: 'Reports', exact: true })
  for (const width of [1440, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 850 })
    await page.goto('/user/many')
    await expect(rows(page)).toHaveCount(20)
    await expect(day(page)).toBeVisible()
    const before = (await table.boundingBox())?.y
    const facts = await page.locator('main dl').first().boundingBox()
    const tools = await downloadAll(page).boundingBox()
    if (!facts || !tools) throw new Error('The page has no facts or no tools')
    const [upper, lower] = facts.y < tools.y ? [facts, tools] : [tools, facts]
    expect(lower.y - upper.y - upper.height, `at ${width} px`).toBeGreaterThanOrEqual(8)
    await day(page).fill('17/11/2026 to 18/11/2026')
    await day(page).press('Enter')
    await expect(reset(page)).toBeVisible()
    // On phones the field then has a line of its own.
    if (width >= 768) expect((await table.boundingBox())?.y, `at ${width} px`).toBe(before)
  }
})

test('a long email address is shown whole from 768 px on, and never leaves the window @faults', async ({ page }) => {
  await page.goto('/user/large')
  const email = page.getByRole('link', { name: longEmail })
  await expect(email).toBeVisible()
  for (const width of [1440, 1101, 1100, 1024, 768, 600, 390, 320]) {
    await page.setViewportSize({ width, height: 850 })
    const { right, isCut } = await email.evaluate((link) => {
      const { clientWidth = 0 } = link.parentElement ?? {}
      const { left, right: end, width: needed } = link.getBoundingClientRect()
      return { right: Math.min(end, left + clientWidth), isCut: needed > clientWidth + 1 }
    })
    expect(right, `at ${width} px`).toBeLessThanOrEqual(width)
    if (width >= 768) expect(isCut, `at ${width} px`).toBe(false)
  }
})

test('[shell-12] nothing moves while a user’s page loads', async ({ page }) => {
  await recordShifts(page)
  // The page is drawn before the name arrives, which takes more lines than the title before it.
  let nameUser = () => {}
  await page.route('**/v1/users/large', async (route) => {
    await new Promise<void>((resolve) => (nameUser = resolve))
    await route.continue()
  })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 850 })
    await page.goto('/user/large?date=2026-11-18T00:00:00.000Z')
    await expect(heading(page)).toHaveText('Reports')
    await expect(page.locator('main thead')).toBeAttached()
    await expect(page.locator('main [class*=mark] i').filter({ visible: true }).first()).toBeVisible()
    nameUser()
    await expect(day(page)).toBeVisible()
    await expect(heading(page)).toContainText('Maximiliana')
    await expect(rows(page).first()).toBeVisible()
    expect(await shiftsOf(page), `${width}`).toEqual([])
  }
  await page.unrouteAll({ behavior: 'wait' })
})

test('no button moves when the count of reports arrives beside a name that just fits on its line @faults', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 850 })
  const tops: number[] = []
  for (const letters of [14, 20, 22, 24, 26, 28]) {
    const name = 'Siân Llewellyn of Carmarthen'.slice(0, letters)
    const { promise: isMeasured, resolve: letReportsCome } = Promise.withResolvers<void>()
    await page.route(/\/v1\/users\/many$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, firstName: name, lastName: '' } } })
    })
    await page.route(/\/users\/many\/reports/, async (route) => {
      await isMeasured
      await route.continue()
    })
    await page.goto('/user/many')
    const menu = page.getByRole('button', { name: 'More actions' })
    await expect(menu).toBeEnabled()
    const before = await menu.boundingBox()
    letReportsCome()
    await expect(pager(page)).toBeVisible()
    expect(await menu.boundingBox(), name).toEqual(before)
    tops.push(before?.y ?? 0)
    await page.unrouteAll({ behavior: 'wait' })
  }
  // The names tried are short and long enough: the heading has one line with some of them, and two with others.
  expect(new Set(tops).size).toBe(2)
})

test('nothing moves while a user’s page loads at any width and with any days @faults', async ({ page }) => {
  await recordShifts(page)
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 850 })
    for (const days of ['', '?date=2026-11-17T00:00:00.000Z', '?from=2026-11-17T00:00:00.000Z']) {
      await page.goto(`/user/many${days}`)
      await expect(day(page)).toBeVisible()
      await expect(pager(page)).toBeVisible()
      expect(await shiftsOf(page), `${width} ${days}`).toEqual([])
    }
  }
})

test('[reports-11] a day and a user without reports show the same empty state, and the URL decides which user it is about', async ({
  page,
}) => {
  for (const path of ['/user/many?date=2020-01-01T00:00:00.000Z', '/user/none']) {
    await page.goto(path)
    const isFiltered = path !== '/user/none'
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await expect(page.getByText('Adjust the search or try again later.')).toBeVisible()
    await expect(page.getByText('Reports appear here once they’re generated.')).toHaveCount(isFiltered ? 0 : 1)
    await expect(downloadAll(page)).toHaveCount(isFiltered ? 1 : 0)
    await expect(pager(page)).toHaveCount(0)
  }
  await expect(heading(page)).toHaveText('Zoë Brännström-Achterberg`s reports 0')

  await test.step('an invalid date in the URL is ignored', async () => {
    await page.goto('/user/many?date=2026-02-30T00:00:00.000Z')
    await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 75')
    await expect(reset(page)).toHaveCount(0)
  })
  await test.step('a user without a name is shown with the member ID', async () => {
    await page.goto('/user/nameless')
    await expect(heading(page)).toHaveText('HM-5`s reports 0')
  })
  await test.step('an unknown user is reported clearly, with a link to the list', async () => {
    await page.goto('/user/no-such-id')
    await expect(heading(page)).toHaveText('User not found')
    await expect(page.getByText('There’s no user with this ID.')).toBeVisible()
    await expect(page.getByText('Failed to fetch data')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Go to users' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('[reports-5] [reports-7] one report is downloaded whole and logged, and a failed download shows an error and saves nothing', async ({
  page,
  server,
}) => {
  await page.goto('/user/many')
  const second = rows(page).nth(1)
  const download = await downloadedBy(page, () => second.getByRole('button', { name: 'Download report' }).click())
  expect(download.suggestedFilename()).toBe(`user-${many[1]?.reportId}-report.json`)
  expect(await contentOf(download)).toEqual(many[1])
  expect(loggedSubjects(server, 'report.download')).toContainEqual(['user:many', `report:${many[1]?.reportId}`])

  await page.route('**/v1/users/many/reports/*', (route) => route.fulfill({ status: 503, json: {} }))
  let downloads = 0
  page.on('download', () => (downloads += 1))
  await second.getByRole('button', { name: 'Download report' }).click()
  await expectToast(page, 'Couldn’t load the report', 'alert')
  expect(downloads).toBe(0)

  await page.route('**/reports?all=true', (route) => route.abort())
  await downloadAll(page).click()
  await expectToast(page, 'Failed to fetch all reports', 'alert')
  // An incomplete download does not become a file.
  const text = JSON.stringify({ data: { reports: many } })
  const cut = text.slice(0, text.length / 2)
  await page.route('**/reports?all=true', (route) => route.fulfill({ contentType: 'application/json', body: cut }))
  await downloadAll(page).click()
  await expectToast(page, 'Failed to fetch all reports', 'alert')
  expect(downloads).toBe(0)

  await test.step('on a phone the download button can be reached without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/user/large')
    await expect(heading(page)).toContainText('von Habsburg-Lothringen')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expect(page.getByRole('columnheader')).toHaveText(['Date generated UTC', 'Action'])
    await expect(rows(page).first().locator('th')).toHaveText('18 November 2026, 23:30heartRate 60 · ratio 1.5')
    const first = rows(page).first().getByRole('button', { name: 'Download report' })
    await expect(first).toBeInViewport()
    expect(await contentOf(await downloadedBy(page, () => first.click()))).toEqual(large[0])
  })
})

test('[reports-19] a report can be viewed, searched and copied, and the view is logged once', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/user/many')
  const view = rows(page).nth(1).getByRole('button', { name: 'View report …00000001' })
  await view.click()
  const dialog = page.getByRole('dialog', { name: 'Report …00000001' })
  await expect(dialog).toContainText(`Report ID ${many[1]?.reportId} Generated 18 November 2026, 23:00 UTC`)
  await expect(dialog.getByText('naïve "quote" 心')).toBeVisible()

  const search = dialog.getByRole('searchbox', { name: 'Search in the report' })
  await search.fill('heart')
  await expect(dialog.getByRole('status')).toHaveText('1 found')
  await expect(dialog.locator('mark')).toHaveText('heart')
  await expect(dialog.getByText('naïve')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expectToast(page, 'The report was copied')
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(many[1])
  const download = await downloadedBy(page, () => dialog.getByRole('button', { name: 'Download report' }).click())
  expect(await contentOf(download)).toEqual(many[1])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(view).toBeFocused()
  expect(loggedSubjects(server, 'report.view')).toEqual([['user:many', `report:${many[1]?.reportId}`]])
})

test('[reports-12] a report is downloaded, copied and shown byte for byte as it was stored', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/user/exact')
  const download = await downloadedBy(page, () =>
    page.getByRole('button', { name: 'Download report …00000000' }).click(),
  )
  expect(readFileSync(await download.path(), 'utf8')).toBe(exact)
  const all = await downloadedBy(page, () => downloadAll(page).click())
  expect(readFileSync(await all.path(), 'utf8')).toBe(`[${exact}]`)

  await page.getByRole('button', { name: 'View report …00000000' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report …00000000' })
  await dialog.getByRole('radio', { name: 'JSON' }).check({ force: true })
  await expect(dialog.getByText('12345678901234567890', { exact: true })).toBeVisible()
  await expect(dialog.getByText('61.50', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(exact)
})

test('[reports-13] a report is laid out as a page with groups, times, values with their units, and lists as lines, and all other values are shown unchanged', async ({
  page,
}) => {
  await page.goto('/user/page')
  await page.getByRole('button', { name: 'View report …00000000' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report …00000000' })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Report', 'period', 'heartRate', 'notes'])
  const value = (title: string) =>
    dialog.locator('dl > div', { has: page.getByText(title, { exact: true }) }).locator('dd')
  await expect(value('from')).toHaveText('17 November 2026, 07:12:37')
  await expect(value('pressure')).toHaveText('128 mmHg')
  await expect(value('operatorNote')).toHaveText('null')
  await expect(value('restingBpm')).toHaveText('61')
  await expect(value('byHour')).toContainText('58 to 97')
  await expect(value('notes')).toHaveText('The night was calm, and longer than the night before.')

  await test.step('the values of a line can be opened with the keyboard', async () => {
    await value('byHour').getByText('4 values').locator('..').press('Enter')
    await expect(value('byHour').getByRole('listitem')).toHaveText(['61', '58', '97', '60'])
  })
  await test.step('a search shows only the rows with the text in either view', async () => {
    const search = dialog.getByRole('searchbox', { name: 'Search in the report' })
    await search.fill('97')
    await expect(dialog.locator('mark')).toHaveText('97')
    await expect(dialog.getByRole('status')).toHaveText('1 found')
    await dialog.getByRole('radio', { name: 'Report' }).press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'JSON' })).toBeChecked()
    await expect(search).toHaveValue('97')
    await expect(dialog.locator('mark')).toHaveText('97')
    await search.fill('zebra')
    await expect(dialog.getByRole('status')).toHaveText('Nothing found.')
  })
})

test('[reports-14] recurring numbers are shown as lines over time that can be read with the keyboard and in each row, and “All” requests all of them and logs their reports', async ({
  page,
  server,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('report-numbers') && asked.push(request.url()))
  await page.goto('/user/many')
  const strip = page.getByRole('region', { name: 'Over time' })
  const needle = strip.getByRole('slider', { name: 'Reports over time' })
  await expect(needle).toHaveAttribute('aria-valuetext', /^18 November 2026, 23:30\. heartRate 60/)
  await needle.press('ArrowLeft')
  await expect(needle).toHaveAttribute('aria-valuetext', /^18 November 2026, 23:00\. heartRate 61/)
  await expect(rows(page).nth(1)).toHaveAttribute('data-pointed', 'true')
  await test.step('each row has its readings, and pointing at a row moves the needle', async () => {
    await expect(rows(page).nth(2)).toContainText('heartRate 62')
    await rows(page).nth(2).hover()
    await expect(needle).toHaveAttribute('aria-valuetext', /^18 November 2026, 22:30\. heartRate 62/)
    await expect(strip.getByRole('definition').first()).toContainText('62')
    await heading(page).hover()
    await expect(needle).toHaveAttribute('aria-valuetext', /^18 November 2026, 23:30/)
    await rows(page).nth(1).getByRole('button', { name: /^View/ }).focus()
    await expect(needle).toHaveAttribute('aria-valuetext', /^18 November 2026, 23:00/)
  })
  await test.step('Enter opens the selected report', async () => {
    await needle.press('ArrowRight')
    await needle.press('ArrowLeft')
    await needle.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Report …00000001' })).toContainText('23:00')
    await page.keyboard.press('Escape')
  })
  expect(asked).toEqual([])
  const chart = page.getByRole('dialog', { name: 'Over time' })
  const expand = strip.getByRole('button', { name: 'Expand' })
  await test.step('“All” sends one request, and is logged as one action with its reports', async () => {
    await expand.click()
    await expect(chart).toContainText('20 of 75 reports')
    await chart.getByRole('button', { name: /^Show up to/ }).click()
    await expect(chart.getByRole('status')).toHaveText('75 reports')
    expect(asked).toHaveLength(1)
    await expect
      .poll(() => loggedSubjects(server, 'reports.numbers'))
      .toEqual([['user:many', ...many.map(({ reportId }) => `report:${reportId}`)]])
  })
})

test('Shift with an arrow key selects days of the chart, and the chosen values stay for other days and users @faults', async ({
  page,
}) => {
  const strip = page.getByRole('region', { name: 'Over time' })
  const chart = page.getByRole('dialog', { name: 'Over time' })
  const expand = strip.getByRole('button', { name: 'Expand' })
  await page.goto('/user/many')
  await expand.click()
  await chart.getByRole('button', { name: /^Show up to/ }).click()
  await expect(chart.getByRole('status')).toHaveText('75 reports')
  const wide = chart.getByRole('slider', { name: 'Reports over time' })
  await wide.press('Home')
  await wide.press('Shift+PageDown')
  await expect(wide).toHaveAttribute('aria-valuetext', /marked from 16 November 2026/)
  await wide.press('Enter')
  await expect(chart).toHaveCount(0)
  await expect(page).toHaveURL(/date=2026-11-16/)
  await page.goto('/user/many')
  await expand.click()
  await chart.getByRole('button', { name: 'Choose values' }).click()
  const choice = page.getByRole('dialog', { name: 'Choose values to chart' })
  await choice.getByRole('checkbox', { checked: true }).last().uncheck()
  await choice.getByRole('button', { name: 'Close' }).last().click()
  await chart.getByRole('button', { name: 'Close' }).last().click()
  const titles = strip.getByRole('term')
  const chosen = await titles.allTextContents()
  const field = page.getByRole('textbox', { name: 'Date generated' })
  for (const [typed, address] of [
    ['since 1 November 2026', /from=/],
    // There are no readings on a day without reports.
    ['1 January 2001', /date=/],
    ['until 18 November 2026', /to=/],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(page).toHaveURL(address)
  }
  await expect(titles).toHaveText(chosen)
  await page.goto('/user/odd')
  await expect(strip.getByRole('slider')).toBeVisible()
  await page.goto('/user/none')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await expect(strip).toHaveCount(0)
})

test('the chart of all reports is requested again, without a message, while the server is too busy for it @faults', async ({
  page,
}) => {
  const busy = 2
  let calls = 0
  await page.route('**/v1/users/many/report-numbers*', async (route) => {
    calls += 1
    if (calls > busy) return route.continue()
    const error = { code: 'unavailable', message: 'Too many charts at the moment. Try again in a few seconds.' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error } })
  })
  await page.goto('/user/many')
  await page.getByRole('button', { name: 'Expand' }).click()
  const chart = page.getByRole('dialog', { name: 'Over time' })
  const all = chart.getByRole('button', { name: /^Show up to/ })
  await all.click()
  await expect(all).toHaveAttribute('aria-busy', 'true')
  await expect(chart).toContainText('20 of 75 reports')
  await expect(chart).not.toContainText('20 of 75 reports')
  await expect(chart).toContainText('75 reports')
  expect(calls).toBe(busy + 1)
  expect(shownToasts(page)).toEqual([])

  await test.step('a server that says no time for another request is reported once', async () => {
    await page.unrouteAll()
    await page.route('**/v1/users/many/report-numbers*', async (route) => {
      calls += 1
      await route.fulfill({ status: 503, json: {} })
    })
    calls = 0
    await page.goto('/user/many')
    await page.getByRole('button', { name: 'Expand' }).click()
    await all.click()
    await expectToast(page, 'Failed to fetch data', 'alert')
    expect(calls).toBe(1)
  })
})

test('thousands of reports are downloaded completely @faults', async ({ page }) => {
  await page.goto('/user/large')
  const download = await downloadedBy(page, () => downloadAll(page).click())
  expect(await contentOf(download)).toEqual(large)
  await expect(downloadAll(page)).toBeEnabled()
})

test('a long download shows its progress and can be cancelled @faults', async ({ page }) => {
  await page.goto('/user/large')
  await expect(rows(page)).toHaveCount(20)
  // Prefetched pages would slow the download down further.
  await page.waitForLoadState('networkidle')
  // At this speed it takes four minutes.
  await (await networkOf(page)).slow(20_000, 20_000)
  let downloads = 0
  page.on('download', () => (downloads += 1))
  await downloadAll(page).click()
  const progress = page.getByRole('region', { name: 'Downloading all reports' })
  await expect(progress).toContainText(/[\d,]+ of 3,000 reports/)
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
  await expect(downloadAll(page)).toBeDisabled()
  await expectNoAxeViolations(page)

  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toHaveCount(0)
  await expect(downloadAll(page)).toBeEnabled()
  await expect(page.getByText('Failed to fetch all reports')).toHaveCount(0)
  expect(downloads).toBe(0)
})

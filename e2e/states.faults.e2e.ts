import type { Page } from '@playwright/test'
import {
  click,
  demoServer,
  dialog,
  inPages,
  openDialog,
  openList,
  openUser,
  type Screen,
  seeScreens,
  titleOf,
} from './support/screen.ts'
import { stopClock } from './support/clock.ts'
import { largeGguf } from './support/model-files.ts'
import { ageSignIns } from './support/sessions.ts'
import { patients, replaceTable, spreadsheet } from './support/spreadsheets.ts'
import { invite } from './support/staff.ts'
import { goOffline } from './support/offline.ts'
import { expect, test } from './support/test.ts'
import { seeTranslated } from './support/translated.ts'

// These states appear when something is slow, fails, is wrong or ends. They are checked like the screens themselves.
test.describe.configure({ mode: 'parallel' })
test.use({ serverOptions: demoServer, viewport: { width: 1440, height: 900 } })

const lists = { users: '/', patients: '/hospital-patients', files: '/files', admins: '/admins' }

async function chooseTable(page: Page, rows: Parameters<typeof spreadsheet>[1]) {
  await openDialog(page, '/hospital-patients', 'Re-upload table')
  await dialog(page).locator('input[type=file]').setInputFiles(spreadsheet('odd.xlsx', rows))
}

async function importWithWarnings(page: Page) {
  await replaceTable(page, patients(30))
  await chooseTable(page, patients(31, { 1: { age: 50.5 }, 3: { subjectId: undefined } }))
  await dialog(page)
    .getByRole('tab', { name: /^Warnings/ })
    .click()
  await expect(dialog(page).getByText('2 values look wrong.')).toBeVisible()
}

async function importInPounds(page: Page) {
  await replaceTable(page, patients(30))
  const inPounds = patients(30).map(({ weight }, index) => [index + 1, { weight: Number(weight) * 2.2046 }] as const)
  await chooseTable(page, patients(30, Object.fromEntries(inPounds)))
  await expect(dialog(page).getByText('Weight seems to be in pounds')).toBeVisible()
}

async function typeEmail(page: Page) {
  await openDialog(page, '/admins', 'Settings')
  await page.getByLabel('Email').fill('a.new.email@people.test')
}

const states: Screen[] = [
  ...Object.entries(lists).flatMap(([name, path]) => [
    {
      name: `${name} that failed to load`,
      open: async (page: Page) => {
        await page.route(/\/v1\/(users|hospital-patients|files|admins|admin-invites)(\?|$)/, (route) => route.abort())
        await page.goto(path)
        await expect(page.locator('main').getByRole('button', { name: 'Try again' })).toBeVisible()
      },
    },
    {
      name: `${name} while loading`,
      open: async (page: Page) => {
        await page.route(/\/v1\/(users|hospital-patients|files|admins|admin-invites)(\?|$)/, () => {})
        await page.goto(path)
        await expect(page.locator('main [class*=mark]').first()).toBeVisible()
      },
    },
  ]),
  { name: 'import with warnings', open: importWithWarnings },
  { name: 'import in pounds', open: importInPounds },
  {
    name: 'import history with a reason',
    open: async (page) => {
      await importInPounds(page)
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The scales of a ward in the US')
      await click(page, 'Import data')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Import data' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await click(page, 'Import history')
      await dialog(page).getByText('Details', { exact: true }).first().click()
      await expect(dialog(page).getByText('“The scales of a ward in the US”')).toBeVisible()
    },
  },
  {
    name: 'rejected import',
    open: async (page) => {
      await chooseTable(page, patients(31, { 4: { weight: 'heavy' }, 9: { age: 'old' } }))
      await expect(dialog(page).getByText('heavy')).toBeVisible()
    },
  },
  {
    name: 'list of checks of an import',
    open: async (page) => {
      await openDialog(page, '/hospital-patients', 'Re-upload table')
      await dialog(page).getByText('What is checked').click()
    },
  },
  {
    name: 'failed upload',
    open: async (page) => {
      const error = { code: 'storage_full', message: 'The file storage has no space left.', requestId: 'r' }
      await page.route('**/v1/files/*', (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 507, json: { error } }) : route.fallback(),
      )
      await openDialog(page, '/files', 'Re-upload Main LLM')
      await dialog(page).locator('input[type=file]').setInputFiles(largeGguf('refused.gguf', 6_000_000))
      await click(page, /^Upload$/)
      await expect(dialog(page).getByRole('alert').filter({ hasText: 'Error upload file' })).toBeVisible()
    },
  },
  {
    name: 'invalid date',
    open: async (page) => {
      await openUser(page)
      await page.getByLabel('Date generated', { exact: true }).fill('31/2/2026')
      await page.keyboard.press('Enter')
      await expect(page.getByText('“31/2/2026” isn’t a date. Nothing was changed.')).toBeVisible()
    },
  },
  {
    name: 'time in the time zone of the admin',
    open: async (page) => {
      await openUser(page)
      await page.locator('tbody time').first().hover()
      await expect(page.getByRole('tooltip').filter({ visible: true })).toBeVisible()
    },
  },
  {
    name: 'rejected invitation',
    open: async (page) => {
      await openDialog(page, '/admins', 'Invite')
      await dialog(page).getByRole('textbox').first().fill('ann@people.test, quality.office@people, ,')
      await click(page, 'Send invites')
      await expect(dialog(page).getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'discard changes',
    open: async (page) => {
      await typeEmail(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible()
    },
  },
  {
    name: 'password confirmation of an email change',
    open: async (page, server) => {
      await typeEmail(page)
      await click(page, 'Save')
      ageSignIns(server)
      await dialog(page).getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm your password' })).toBeVisible()
    },
  },
  {
    name: 'settings with a pending email change',
    open: async (page) => {
      const change = { newEmail: 'a.new.email@people.test', expiresAt: '2026-12-01T10:00:00.000Z' }
      await page.route('**/v1/auth/admin/email', (route) => route.fulfill({ json: { data: change } }))
      await openDialog(page, '/admins', 'Settings')
      await expect(dialog(page).getByRole('button', { name: 'Cancel change' })).toBeVisible()
    },
  },
  {
    name: 'ended session',
    open: async (page) => {
      await openList(page, '/')
      await page.context().clearCookies()
      await page.getByRole('searchbox').fill('typed before the end')
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    },
  },
  {
    name: 'warning before an idle session ends',
    isAlone: true,
    open: async (page) => {
      await page.clock.install()
      await openList(page, '/')
      await page.clock.fastForward(13 * 60_000 + 5_000)
      await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible()
    },
  },
  {
    name: 'toasts',
    isAlone: true,
    open: async (page) => {
      await invite(page, ['slow.reader@people.test'])
      await page.clock.install()
      await openList(page, '/admins')
      const resend = page.getByRole('row').filter({ hasText: 'slow.reader@people.test' }).getByRole('button').first()
      await expect(resend).toBeVisible()
      await stopClock(page)
      await resend.click()
      await page.getByRole('status').filter({ hasText: 'Invite successfully resent' }).hover()
      await page.clock.resume()
    },
  },
  {
    name: 'offline',
    isAlone: true,
    open: async (page) => {
      await openList(page, '/')
      // The page fetches more code when it is idle.
      await page.waitForLoadState('networkidle')
      await goOffline(page)
      await page.getByRole('searchbox').fill('nothing')
      await expect(page.locator('main').getByRole('alert')).toContainText('Failed to fetch users')
    },
  },
]

for (const some of inPages(states)) test(titleOf(some), ({ page, server }) => seeScreens(page, server, some))

test.describe('translated by the browser', () => {
  // The screens are opened once more, with the same names, and would find what the tests above have left.
  test.use({ serverOptions: { ...demoServer, filledBy: 'translated states' } })

  for (const some of inPages(states)) test(`${titleOf(some)}`, ({ page, server }) => seeTranslated(page, server, some))
})

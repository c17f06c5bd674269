import type { Page } from '@playwright/test'
import { pageMeta } from '../contract/src/http/paging.ts'
import { makeSheets } from '../server/testing/spreadsheet/sheets-workbook.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { mailedLink } from './support/mails.ts'
import {
  byTitle,
  click,
  closeDialog,
  demoServer,
  dialog,
  inPages,
  openDialog,
  openHere,
  openList,
  openNext,
  openUser,
  type Screen,
  seeScreens,
  titleOf,
} from './support/screen.ts'
import { setSecondFactor } from './support/second-factor.ts'
import type { RunningServer } from './support/server.ts'
import { submitPrompt } from './support/model-files.ts'
import { patients, replaceTable, spreadsheet, writtenFile } from './support/spreadsheets.ts'
import { abandonAccount, createAccount, createToken } from './support/service-accounts.ts'
import { ageSignIns, endSession } from './support/sessions.ts'
import { addAdmin, invite, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { seeTranslated } from './support/translated.ts'

// Each screen and dialog is opened once and checked in both themes, at all widths, with large text and with forced colours.
test.describe.configure({ mode: 'parallel' })
test.use({ serverOptions: demoServer, viewport: { width: 1440, height: 900 } })

/** Signs in as a new admin with a second factor. */
async function signInWithSecondFactor(page: Page, server: RunningServer) {
  const account = await addAdmin(server, newAccount('Careful Person'))
  await signIn(page, account)
  await setSecondFactor(page)
  return account
}

/** Signs in as a new admin with a passkey and opens the list of passkeys. */
async function openPasskeys(page: Page, server: RunningServer) {
  const account = await addAdmin(server, newAccount('Passkey Person'))
  await signIn(page, account)
  const authenticator = await addAuthenticator(page)
  await openDialog(page, '/admins', 'Settings')
  await click(page, /two-step sign-in$/)
  await click(page, 'Add a passkey')
  await dialog(page).getByLabel('Name').fill('Laptop at the reception of the outpatient clinic')
  await click(page, 'Continue')
  await click(page, 'I have saved them')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeVisible()
  return { account, authenticator }
}

const clinic = 'Clinic Login, the sign-on of all clinics'

/** Makes the pages look as on a server with an identity provider. */
async function withSignOn(page: Page, { only = '' } = {}) {
  const fill = (html: string) =>
    html
      .replace('"sign-on-name" content=""', `"sign-on-name" content="${clinic}"`)
      .replace('"sign-on-only" content=""', `"sign-on-only" content="${only}"`)
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: fill(await response.text()) })
  })
}

/** Makes the session look as if it began with single sign-on. */
async function signedOn(page: Page) {
  await withSignOn(page)
  await page.route('**/v1/auth/admin/me', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, confirmBy: ['sign_on', ...data.confirmBy] } } })
  })
}

/** Closes the open dialog and opens another one from the user's menu. */
async function openAction(page: Page, action: string) {
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await click(page, 'More actions')
  await openHere(page, action)
}

/** Keeps the page from returning to the home page after two seconds. */
const stayOnChangeEmail = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    const returnMs = 2_000
    Object.assign(window, {
      setTimeout: (action: TimerHandler, ms?: number) => (ms === returnMs ? 0 : start(action, ms)),
    })
  })

const publicScreens: Screen[] = [
  {
    name: 'sign-in with a passkey as the second step',
    isVariant: true,
    open: async (page, server) => {
      const { account, authenticator } = await openPasskeys(page, server)
      await authenticator.forgetPasskeys()
      await page.context().clearCookies()
      await page.goto('/login')
      await page.getByLabel('Email').fill(account.email)
      await page.getByLabel('Password', { exact: true }).fill(account.password)
      await click(page, 'Sign in')
      await expect(page.getByText('Use your passkey to continue as')).toBeVisible()
      await click(page, 'Sign in')
      await expect(page.getByText('The passkey prompt was closed or timed out')).toBeVisible()
    },
  },
  {
    name: 'sign-in with single sign-on and its error',
    open: async (page) => {
      await withSignOn(page)
      await page.goto('/sign-on?state=unknown&code=unknown')
      await expect(page.getByText('Single sign-on isn’t set up for this console.')).toBeVisible()
      await expect(page.getByRole('button', { name: `Continue with ${clinic}` })).toBeVisible()
    },
  },
  {
    name: 'sign-in with only single sign-on',
    isVariant: true,
    open: async (page) => {
      await withSignOn(page, { only: '1' })
      await page.goto('/login')
    },
  },
  {
    name: 'single sign-on with a second step',
    isVariant: true,
    open: async (page) => {
      await withSignOn(page)
      const message = 'Enter the code from your authenticator app.'
      const error = { code: 'second_factor', message, fields: [{ path: 'code', message }], requestId: '1' }
      const secondFactor = { ways: ['code', 'recovery_code'] }
      await page.route('**/sign-on/finish', (route) =>
        route.fulfill({ status: 401, json: { error: { ...error, secondFactor } } }),
      )
      await page.goto('/sign-on?state=unknown&code=unknown')
      await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'sign-in with a second step',
    open: async (page, server) => {
      const { email, password } = await signInWithSecondFactor(page, server)
      await page.context().clearCookies()
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await click(page, 'Sign in')
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await click(page, 'Sign in')
      await expect(page.getByText('That code isn’t correct.')).toBeVisible()
    },
  },
  { name: 'sign-in', open: (page) => page.goto('/login') },
  { name: 'forgotten password', open: (page) => page.goto('/forgot-password') },
  {
    name: 'new password',
    open: async (page, server) => {
      await page.request.post('/v1/auth/admin/forgot-password', { data: { email: server.admin.email } })
      await page.goto(await mailedLink(page, 'Reset your Health Console password', server.admin.email))
    },
  },
  { name: 'invalid recovery link', isVariant: true, open: (page) => page.goto('/password-recovery?id=nonsense') },
  { name: 'invalid invitation', open: (page) => page.goto('/invites?id=nonsense') },
  {
    name: 'invalid email change link',
    isVariant: true,
    isAlone: true,
    open: async (page) => {
      await stayOnChangeEmail(page)
      await page.goto('/change-email?id=nonsense')
    },
    next: [
      {
        name: 'changed email address',
        open: async (page) => {
          await page.route('**/v1/auth/admin/email', (route) => route.fulfill({ json: {} }))
          await page.goto('/change-email?id=nonsense')
          await expect(page.getByText('Email changed successfully').first()).toBeVisible()
        },
      },
    ],
  },
  { name: 'page not found', open: (page) => page.goto('/no/such/page') },
]

const screens: Screen[] = [
  {
    name: 'users',
    open: (page) => openList(page, '/'),
    next: [
      {
        name: 'command palette',
        // The shortcuts work once the page has been idle.
        open: (page) =>
          expect(async () => {
            await page.keyboard.press('Control+K')
            await expect(dialog(page)).toBeVisible({ timeout: 500 })
          }).toPass(),
      },
      {
        name: 'keyboard shortcuts',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await expect(dialog(page)).toHaveCount(0)
          await page.keyboard.press('?')
          await expect(dialog(page)).toBeVisible()
        },
      },
    ],
  },
  { name: 'users without a search result', open: (page) => page.goto('/?search=zebra-zebra') },
  {
    name: 'reports',
    open: openUser,
    next: [
      {
        name: 'calendar of the reports',
        open: async (page) => {
          await click(page, /^Open calendar/)
          await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible()
        },
      },
      { name: 'report as a page', open: (page) => openNext(page, /^View report/) },
      {
        name: 'report as JSON',
        open: (page) => dialog(page).getByRole('radio', { name: 'JSON' }).check({ force: true }),
      },
      {
        name: 'menu of a user',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await expect(dialog(page)).toHaveCount(0)
          await click(page, 'More actions')
        },
      },
      { name: 'export all data of a user', open: (page) => openHere(page, 'Export all data') },
      { name: 'add a legal hold', open: (page) => openAction(page, 'Add legal hold') },
      { name: 'erase a user', open: (page) => openAction(page, 'Erase user') },
      {
        name: 'views of a user',
        open: async (page) => {
          await openNext(page, 'Who has viewed this')
          await expect(dialog(page).getByRole('listitem').first()).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'readings over time',
    open: async (page) => {
      await openUser(page)
      await page.getByLabel('Date generated', { exact: true }).fill('since 1/1/2020')
      await page.keyboard.press('Enter')
      await openHere(page, 'Expand')
    },
    next: [
      { name: 'choose values over time', open: (page) => openHere(page, 'Choose values') },
      {
        name: 'choose reports to download',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await closeDialog(page)
          await page.getByLabel('Date generated', { exact: true }).fill('last 100 days')
          await page.keyboard.press('Enter')
          await openHere(page, 'Download all')
        },
      },
    ],
  },
  {
    name: 'admins',
    open: (page) => openList(page, '/admins'),
    next: [
      {
        name: 'invite admins',
        open: (page) => openHere(page, 'Invite'),
      },
      { name: 'revoke access', open: (page) => openNext(page, /^Revoke access/) },
      { name: 'review access', open: (page) => openNext(page, 'Review access') },
      {
        name: 'sessions of an admin',
        open: async (page) => {
          await closeDialog(page)
          // The check of touch targets leaves the page without a hovering pointer, so the action may be in a menu.
          const menu = page.getByRole('button', { name: /^Actions for/ }).first()
          if (await menu.isVisible()) await menu.click()
          await click(page, /^(?!More).*’s sessions$/)
          await expect(dialog(page).getByText('This admin isn’t signed in anywhere.')).toBeVisible()
        },
      },
      { name: 'log out', open: (page) => openNext(page, 'Log out') },
    ],
  },
  {
    name: 'cancel an invitation',
    isVariant: true,
    open: async (page) => {
      await invite(page, ['new.boss@people.test'], 'super_admin')
      await openDialog(page, '/admins', /^Cancel invite/)
    },
  },
  {
    name: 'service accounts',
    open: async (page, server) => {
      const networks = ['10.20.0.0/16', 'fd42:7c1::/48']
      const account = { name: 'Gateway of the neurological ward on the 4th floor', networks }
      await createToken(page, await createAccount(page, { ...account, scopes: ['users:write', 'reports:write'] }))
      abandonAccount(server, await createAccount(page, { name: 'Pilot tablets', scopes: ['models:read'] }))
      await openList(page, '/admins/service-accounts')
      await expect(page.getByText('Owner has no access').first()).toBeVisible()
    },
    next: [
      { name: 'new service account', open: (page) => openHere(page, 'New account') },
      { name: 'take over a service account', open: (page) => openNext(page, /^Take over/) },
      { name: 'rotate a token', open: (page) => openNext(page, /^Rotate the token of /) },
      {
        name: 'new token',
        open: async (page) => {
          await click(page, 'Create token')
          await expect(dialog(page).getByText('Copy this token now')).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'settings',
    open: (page) => openDialog(page, '/admins', 'Settings'),
    next: [
      {
        name: 'change password',
        open: async (page) => {
          await click(page, 'Change password')
          await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
        },
      },
      {
        name: 'your sessions',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
          await click(page, 'Your sessions')
          await expect(dialog(page).getByText('This browser', { exact: true })).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'add a passkey',
    open: async (page) => {
      await openDialog(page, '/admins', 'Settings')
      await click(page, /two-step sign-in$/)
      await click(page, 'Add a passkey')
      await expect(dialog(page).getByLabel('Name')).toBeFocused()
      await click(page, 'Continue')
      await expect(page.getByText('Name is required')).toBeVisible()
    },
  },
  {
    name: 'set up a second factor',
    open: async (page) => {
      await openDialog(page, '/admins', 'Settings')
      await click(page, /two-step sign-in$/)
      await click(page, 'Set up the authenticator app')
      await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
    },
  },
  {
    name: 'second factor that is set up',
    open: async (page, server) => {
      await signInWithSecondFactor(page, server)
      await openDialog(page, '/admins', 'Settings')
      await click(page, /two-step sign-in$/)
      await expect(page.getByText('10 of 10 left')).toBeVisible()
    },
    next: [
      {
        name: 'recovery codes',
        open: async (page) => {
          await click(page, 'Create new codes')
          await click(page, 'Confirm')
          await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'passkeys',
    open: openPasskeys,
    next: [
      {
        name: 'confirm with a passkey',
        open: async (page, server) => {
          ageSignIns(server)
          await click(page, 'Create new codes')
          await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
          await click(page, 'Use a passkey')
          await expect(page.getByText('Use your passkey to continue.')).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'required setup of a second factor',
    isVariant: true,
    open: async (page) => {
      await page.route('**/v1/auth/admin/me', async (route) => {
        const response = await route.fetch()
        const { data } = await response.json()
        await route.fulfill({ response, json: { data: { ...data, secondFactor: 'required' } } })
      })
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
    },
  },
  {
    name: 'audit log',
    open: (page) => openList(page, '/audit'),
    next: [
      {
        name: 'export the audit log',
        open: async (page) => {
          await click(page, 'Export')
          await openHere(page, 'Export entries')
        },
      },
      {
        name: 'verify the audit log',
        open: async (page) => {
          await closeDialog(page)
          await click(page, 'Export')
          await openHere(page, 'Verify an export')
        },
      },
    ],
  },
  {
    name: 'opened visit of the audit log',
    isVariant: true,
    open: async (page) => {
      await openUser(page)
      await openList(page, '/audit')
      await page.locator('tbody button').first().click()
      await expect(page.getByRole('link', { name: 'Only this admin' })).toBeVisible()
    },
  },
  {
    name: 'entries of the audit log',
    isVariant: true,
    open: (page) => openList(page, '/audit?as=entries'),
  },
  {
    name: 'unusual access, not checked',
    isVariant: true,
    open: async (page) => {
      await page.goto('/audit/review')
      await expect(page.getByText('Access isn’t checked.')).toBeVisible()
    },
  },
  {
    name: 'unusual access to review',
    open: async (page) => {
      await withFindings(page)
      await page.goto('/audit/review')
      await page.locator('tbody button').first().click()
      await expect(page.getByLabel('What was it?')).toBeVisible()
    },
  },
  {
    name: 'audit log without a search result',
    isVariant: true,
    open: (page) => page.goto('/audit?text=zebra-zebra&actor=unknown'),
  },
  {
    name: 'opened entry of the audit log',
    open: async (page) => {
      await openUser(page)
      await openList(page, '/audit?group=listUsers')
      await page.locator('tbody button').first().click()
      await click(page, 'Technical details')
      // The newest line may contain several entries.
      await expect(page.getByRole('button', { name: /^Copy SHA-256 of entry/ }).first()).toBeVisible()
    },
  },
  {
    name: 'failed single sign-on of a signed-in admin',
    isVariant: true,
    open: async (page) => {
      await withSignOn(page)
      await page.goto('/sign-on?state=unknown&code=unknown')
      await expect(page.getByRole('link', { name: 'Go to the console' })).toBeVisible()
    },
  },
  {
    name: 'ended session with single sign-on',
    isVariant: true,
    open: async (page) => {
      await signedOn(page)
      await openList(page, '/admins')
      await endSession(page)
      await click(page, /^(?!More).*’s sessions$/)
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    },
  },
  {
    name: 'confirm with single sign-on',
    isVariant: true,
    open: async (page, server) => {
      await signedOn(page)
      await openDialog(page, '/admins', 'Settings')
      ageSignIns(server)
      await page.getByLabel('Email').fill('new.email@people.test')
      await click(page, 'Save')
      await click(page, 'Confirm')
      await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    },
  },
  {
    name: 'files',
    open: (page) => openList(page, '/files'),
    next: [
      {
        name: 'upload a file',
        open: (page) => openHere(page, /^Re-upload/),
      },
      {
        name: 'versions of a file',
        open: async (page) => {
          await openNext(page, /^Details of/)
          await expect(dialog(page).getByRole('listitem').first()).toBeVisible()
        },
      },
      {
        name: 'make a version current',
        open: async (page) => {
          await openNext(page, /^Details of Prompt file, version 2/)
          await dialog(page).getByRole('button', { name: 'Restore version 1' }).click()
          await expect(dialog(page).getByRole('deletion').first()).toBeVisible()
        },
      },
      {
        name: 'withdraw a version',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await dialog(page).getByRole('button', { name: 'Withdraw version 2' }).click()
          await dialog(page).getByLabel('Replace with').selectOption('1')
          await expect(dialog(page).getByRole('deletion').first()).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'files awaiting approval',
    isAlone: true,
    open: async (page, server) => {
      await submitPrompt(page, server, 'You explain wearable heart data.\nUse plain words.\n')
      await openList(page, '/files')
    },
    next: [
      {
        name: 'review a version',
        open: async (page) => {
          await openNext(page, /^Review of/)
          await dialog(page)
            .getByRole('button', { name: /^Prompt/ })
            .click()
          await expect(dialog(page).getByRole('deletion').first()).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'patients',
    open: (page) => openList(page, '/hospital-patients'),
    next: [
      {
        name: 'columns of patients',
        open: (page) => openHere(page, 'Customise table'),
      },
      { name: 'import patients', open: (page) => openNext(page, 'Re-upload table') },
      {
        name: 'import history',
        open: async (page) => {
          await openNext(page, 'Import history')
          await expect(dialog(page).getByRole('listitem').first()).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'delete an earlier table of patients',
    isVariant: true,
    open: async (page) => {
      await replaceTable(page, patients(30))
      await replaceTable(page, patients(31))
      await openDialog(page, '/hospital-patients', 'Import history')
      await click(page, /^Delete the table/)
      await expect(page.getByLabel('Reason')).toBeVisible()
    },
  },
  {
    name: 'patients without a search result',
    isVariant: true,
    open: (page) => page.goto('/hospital-patients?search=zebra-zebra'),
  },
  {
    name: 'import preview',
    open: async (page) => {
      await replaceTable(page, patients(30))
      await openDialog(page, '/hospital-patients', 'Re-upload table')
      const file = spreadsheet('changed.xlsx', patients(36, { 7: { weight: 61 } }).slice(2))
      await dialog(page).locator('input[type=file]').setInputFiles(file)
      await expect(dialog(page).getByRole('tab', { name: /^Removed/ })).toBeVisible()
    },
  },
  {
    name: 'opened import in the import history',
    isVariant: true,
    open: async (page) => {
      await replaceTable(page, patients(30))
      await replaceTable(page, patients(36, { 7: { weight: 61 } }).slice(2))
      await openDialog(page, '/hospital-patients', 'Import history')
      await dialog(page).getByText('Details', { exact: true }).first().click()
      await expect(dialog(page).getByText(/^31, 32/)).toBeVisible()
    },
  },
  {
    name: 'import questions',
    open: async (page) => {
      await openDialog(page, '/hospital-patients', 'Re-upload table')
      const headings = ['MRN', 'Gender', 'DOB', 'Ht', 'Blood Pressure', 'HTN', 'BMI']
      const rows = [
        ['A1', 1, '1961-03-14', 64, '120/80', 'Y', '27,27'],
        ['A2', 2, '1949-11-02', 70, '130/85', 'N', '25,1'],
        ['Mean'],
      ]
      const sheets = ['Northgate', 'Eastmoor'].map((name) => ({ name, rows: [headings, ...rows] }))
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles(writtenFile('asks.xlsx', makeSheets(sheets)))
      await expect(dialog(page).getByRole('heading', { name: /^Check how the file is read/ })).toBeVisible()
    },
  },
  {
    name: 'accept an invitation',
    open: async (page) => {
      await invite(page, ['new.person@people.test'])
      await page.goto(await mailedLink(page, 'Your invitation to Health Console', 'new.person@people.test'))
      await expect(page.getByRole('button', { name: /password/i }).first()).toBeVisible()
    },
  },
]

const settled = ({ open, next = [], ...screen }: Screen): Screen => ({
  ...screen,
  open: async (page, server) => {
    await open(page, server)
    await page.waitForLoadState('networkidle')
  },
  next: next.map((each) => ({
    ...each,
    open: async (page, server) => {
      await each.open(page, server)
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    },
  })),
})

const all = [...publicScreens.map((screen) => ({ ...screen, isPublic: true })), ...screens].map(settled)

for (const [title, some] of byTitle(all))
  test(`[widgets-15] ${title}`, ({ page, server }) => seeScreens(page, server, some))

test.describe('translated by the browser', () => {
  // The screens are opened once more, with the same names, and would find what the tests above have left.
  test.use({ serverOptions: { ...demoServer, filledBy: 'translated screens' } })

  for (const some of inPages(all))
    test(`${titleOf(some)} @faults`, ({ page, server }) => seeTranslated(page, server, some))
})

/** Answers with findings of each rule, as after a night with unusual access. */
async function withFindings(page: Page): Promise<void> {
  const common = {
    day: '2026-11-19',
    firstDay: '2026-11-19',
    entries: 9,
    isOwn: false,
    answer: null,
    user: { id: 'person-001', memberId: 'HM-1260263' },
  }
  const admin = (name: string, color: string) => ({ id: name, name, hasLeft: false, color })
  const data = [
    { ...common, id: '1', admin: admin('Tal Ben-David', 'mist-teal'), why: { rule: 'alone', days: 6 } },
    {
      ...common,
      id: '2',
      user: null,
      admin: admin('Temitope Adeyemi-Brandt', 'peach-rust'),
      why: { rule: 'many', users: 61, usual: 14 },
    },
    { ...common, id: '3', admin: admin('Ingrid Østergård', 'rose-plum'), why: { rule: 'close', how: 'name' } },
    {
      ...common,
      id: '4',
      user: null,
      isOwn: true,
      admin: admin('Ada', 'frost-cobalt'),
      why: { rule: 'hour', users: 4, hour: 2, percent: 0.2 },
    },
  ]
  const checks = { isOn: true, open: 4, checkedAt: '2026-11-20T02:10:00.000Z', hasOthers: true }
  await page.route('**/v1/access-findings?*', (route) =>
    route.fulfill({ json: { data, meta: pageMeta(1, 20, 4), checks } }),
  )
}

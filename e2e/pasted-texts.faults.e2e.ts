import type { Locator, Page } from '@playwright/test'
import { codeAt } from '../server/testing/sessions/totp.ts'
import { createAccount } from './support/service-accounts.ts'
import { earlierCode, setSecondFactor } from './support/second-factor.ts'
import { mailedLink } from './support/mails.ts'
import { ageSignIns } from './support/sessions.ts'
import { patients, replaceTable } from './support/spreadsheets.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { importReports, importUsers, numberedUsers } from './support/users.ts'

// Contracts read every text as it is pasted (typed-inputs.unit.test.ts). These are the fields, from the paste to what
// they find or send.

/** How other programs write the same text. */
const forms: Record<string, (text: string) => string> = {
  'a word processor': (text) => `\u00A0${text.replaceAll('-', '\u2011')}\u00A0\n`,
  'a spreadsheet in one width': (text) =>
    `\u3000${text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))}`,
  'text from right to left': (text) =>
    `\u202B\u200F${text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))).replaceAll('-', '\u2212')}\u200F\u202C`,
}

// The tables have all columns.
test.use({ serverOptions: { demo: false, filledBy: 'pasted texts' }, viewport: { width: 1440, height: 900 } })

/** Replaces the text of a field in one step, as a paste does. Unlike `fill`, it respects the field's maximum length. */
async function paste(field: Locator, text: string) {
  await expect(field).toBeVisible()
  await field.focus()
  await field.selectText()
  await field.page().keyboard.insertText(text)
}

type Field = {
  name: string
  url: string
  field: (page: Page) => Locator
  plain: string
  /** What shows that the text was read. */
  read: (page: Page) => Promise<void>
}

const search = (page: Page, name: string) => page.getByRole('searchbox', { name })
const rows = (page: Page) => page.locator('tbody tr')

const fields: Field[] = [
  {
    name: 'the search of users',
    url: '/',
    field: (page) => search(page, 'Search by Name or ID'),
    plain: 'HM-2003',
    read: async (page) => {
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText('HM-2003')
    },
  },
  {
    name: 'the search of patients',
    url: '/hospital-patients',
    field: (page) => search(page, 'Search by Member ID'),
    plain: '1-02',
    read: async (page) => {
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText('1-02')
    },
  },
  {
    name: 'the search of admins',
    url: '/admins?search=nobody',
    field: (page) => search(page, 'Search by name or email'),
    plain: 'super-1@example.org',
    read: async (page) => expect(rows(page)).toHaveCount(1),
  },
  {
    name: 'the days of reports',
    url: '/user/person-001',
    field: (page) => page.getByRole('textbox', { name: 'Date generated' }),
    plain: '2026-11-19',
    read: async (page) => expect(page.getByRole('textbox', { name: 'Date generated' })).toHaveValue('19/11/2026'),
  },
  {
    name: 'the days of the audit log',
    url: '/audit',
    field: (page) => page.getByRole('textbox', { name: 'Dates' }),
    plain: '2026-11-19',
    read: async (page) => expect(page.getByRole('textbox', { name: 'Dates' })).toHaveValue('19/11/2026'),
  },
  {
    name: 'the ID of a subject in the audit log',
    url: '/audit?subject=user%3Anothing',
    field: (page) => search(page, 'ID of the user'),
    plain: 'person-001',
    read: async (page) => expect(page).toHaveURL(/subject=user(?:%3A|:)person-001/),
  },
]

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
})

test('every field for an ID or a date finds what is pasted from other programs', async ({ page, server }) => {
  await importUsers(server, numberedUsers(4))
  await importReports(server, { 'person-001': [{ reportId: 'r-1', generatedAt: Date.UTC(2026, 10, 19) / 1_000 }] })
  await addAdmin(server, { ...newAccount('Pasted Address'), email: 'super-1@example.org' })
  await replaceTable(page, patients(3, { 2: { memberId: '1-02' } }))
  for (const { name, url, field, plain, read } of fields)
    for (const [form, write] of Object.entries(forms))
      await test.step(`${name}, from ${form}`, async () => {
        await page.goto(url)
        await paste(field(page), write(plain))
        await page.keyboard.press('Enter')
        await read(page)
      })

  await test.step('the command palette', async () => {
    for (const write of Object.values(forms)) {
      await page.goto('/admins')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Admins')
      await page.keyboard.press('Control+k')
      await paste(page.getByRole('combobox'), write('HM-2003'))
      await expect(page.getByRole('option', { name: /Given003/ })).toBeVisible()
    }
  })

  await test.step('the member ID that confirms an erasure', async () => {
    await page.goto('/user/person-001')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Erase user' }).click()
    await page.getByLabel('Reason').fill('Request of 18 November')
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase user' })
    for (const write of Object.values(forms)) {
      await paste(page.getByRole('textbox', { name: 'Member ID' }), 'HM-2')
      await expect(erase).toBeDisabled()
      await paste(page.getByRole('textbox', { name: 'Member ID' }), write('HM-2001'))
      await expect(erase).toBeEnabled()
    }
  })

  await test.step('how long a token is valid', async () => {
    await createAccount(page, { name: 'Ward 4 gateway', scopes: ['models:read'] })
    await page.goto('/admins/service-accounts')
    await page.getByRole('button', { name: 'Create a token for Ward 4 gateway' }).click()
    const valid = page.getByLabel('Valid for (days)')
    await paste(valid, '9x')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Enter a whole number from 1/)).toBeVisible()
    await paste(valid, Object.values(forms)[2]?.('30') ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^hc_/)).toBeVisible()
  })
})

test('addresses, codes and recovery codes can be pasted from other programs at sign-in', async ({ page, server }) => {
  const account = await addAdmin(server, { ...newAccount('Pasted Codes'), email: 'codes-1@example.org' })
  await signIn(page, account)
  const { secret, recoveryCodes } = await setSecondFactor(page)
  const openSignIn = async (write: (text: string) => string) => {
    await page.context().clearCookies()
    await page.goto('/login')
    await paste(page.getByLabel('Email'), write(account.email))
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Code')).toBeFocused()
  }
  for (const [index, write] of Object.values(forms).entries()) {
    await openSignIn(write)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await paste(page.getByLabel('Recovery code'), write(recoveryCodes[index] ?? ''))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Users')
  }
  await openSignIn(String)
  await paste(page.getByLabel('Code'), forms['text from right to left']?.(codeAt(secret, Date.now())) ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users')
})

test('addresses and networks can be pasted from other programs into the forms that send or save them', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Pasted Forms'))
  for (const [index, write] of Object.values(forms).entries()) {
    await page.goto('/admins')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await paste(page.getByLabel('Email addresses'), write(`invited-${index}@example.org`))
    await page.getByRole('button', { name: 'Send invites' }).click()
    await expect(rows(page).filter({ hasText: `invited-${index}@example.org` })).toContainText('Invite pending')

    await page.goto('/admins/service-accounts')
    await page.getByRole('button', { name: 'New account' }).last().click()
    await page.getByLabel('Name', { exact: true }).fill(`Gateway ${index}`)
    await page.getByRole('checkbox', { name: 'models:read' }).check()
    await paste(page.getByLabel('Allowed networks'), write('10.20.0.0/16, fd42:7c1::/48'))
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog', { name: `Gateway ${index} - create token` })
      .getByLabel('Valid for (days)')
      .press('Enter')
    await expect(page.getByText('from 10.20.0.0/16 and fd42:7c1::/48')).toBeVisible()
  }

  await page.context().clearCookies()
  for (const write of Object.values(forms)) {
    await page.goto('/forgot-password')
    await paste(page.getByLabel('Email'), write(account.email))
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expectToast(
      page,
      `If a Health Console account exists for ${account.email}, a reset password link will be sent`,
    )
  }

  await signIn(page, account)
  for (const [index, write] of Object.values(forms).entries()) {
    await page.goto('/')
    await page.getByRole('button', { name: 'Settings' }).click()
    await paste(page.getByRole('dialog').getByLabel('Email'), write(`moved-${index}@example.org`))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alertdialog', { name: 'Change e-mail?' }).getByRole('button', { name: 'Confirm' }).click()
    await mailedLink(page, 'Confirm your new email address for Health Console', `moved-${index}@example.org`)
  }
})

test('codes can be pasted from other programs where they are set up and where they confirm an identity', async ({
  page,
  server,
}) => {
  const openSecondFactor = async () => {
    await page.goto('/admins')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  }
  const code = page.getByLabel('Code', { exact: true })
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  let recoveryCodes: string[] = []
  for (const write of Object.values(forms)) {
    await signIn(page, await addAdmin(server, newAccount('Pasted Key')))
    await openSecondFactor()
    await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
    const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())?.replaceAll(' ', '') ?? ''
    await expect(async () => {
      if (await code.isVisible()) await paste(code, write(earlierCode(key)))
      await page.keyboard.press('Enter')
      await expect(listed).toHaveCount(10, { timeout: 5_000 })
    }).toPass()
    recoveryCodes = await listed.allTextContents()
  }

  for (const [index, write] of Object.values(forms).entries()) {
    ageSignIns(server)
    await openSecondFactor()
    await page.getByRole('button', { name: 'Replace' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirmation.getByRole('button', { name: 'Use a code' }).click()
    await paste(confirmation.getByLabel('Code'), write(recoveryCodes[index] ?? ''))
    await page.keyboard.press('Enter')
    await expect(confirmation).toBeHidden()
    await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  }
})

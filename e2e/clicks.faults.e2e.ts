import type { Locator, Page } from '@playwright/test'
import { patients, replaceTable, spreadsheet } from './support/spreadsheets.ts'
import { modelFile, publish } from './support/model-files.ts'
import { demoServer } from './support/screen.ts'
import type { RunningServer } from './support/server.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

test.use({ serverOptions: { ...demoServer, filledBy: 'clicks' } })

type Journey = {
  page: Page
  server: RunningServer
  /** Clicks and counts it. */
  click: (target: Locator) => Promise<void>
  /** Chooses a file in the open dialog, which counts as one click. */
  choose: (file: string) => Promise<void>
}

type Job = {
  name: string
  /** The clicks that the job took in 1.0.0, counted by these journeys there. */
  mostClicks: number
  prepare?: (page: Page, server: RunningServer) => Promise<void>
  /** Does the job, from the list of users on. */
  run: (journey: Journey) => Promise<unknown>
}

const colleague = newAccount('Click Colleague')

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const firstUser = (page: Page) => page.getByRole('main').locator('tbody').getByRole('link').first()

const jobs: Job[] = [
  {
    name: 'invite an admin',
    mostClicks: 3,
    run: async ({ page, click }) => {
      await click(link(page, 'Admins'))
      await click(button(page, 'Invite'))
      await page.getByLabel('Email addresses').fill(newAccount('Click Invitee').email)
      await click(button(page, 'Send invites'))
      await expect(page.getByText('Invite successfully sent')).toBeVisible()
    },
  },
  {
    name: 'revoke an admin’s access',
    mostClicks: 3,
    prepare: async (_page, server) => void (await addAdmin(server, colleague)),
    run: async ({ page, click }) => {
      await click(link(page, 'Admins'))
      await click(button(page, `Revoke access of ${colleague.fullName}`))
      await click(page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }))
      await expect(page.getByRole('main').getByText(colleague.email)).toHaveCount(0)
    },
  },
  {
    name: 'import a spreadsheet that asks nothing',
    mostClicks: 4,
    prepare: (page) => replaceTable(page, patients(30)),
    run: async ({ page, click, choose }) => {
      await click(link(page, 'Hospital patients'))
      await click(button(page, 'Re-upload table'))
      await choose(spreadsheet('clicks.xlsx', patients(31)))
      await click(button(page, 'Import data'))
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'publish a prompt',
    mostClicks: 4,
    run: async ({ page, click, choose }) => {
      await click(link(page, 'Files'))
      await click(button(page, 'Re-upload Prompt file'))
      await choose(modelFile('clicks.txt', 'Answer in one click.\n'))
      await click(page.getByRole('button', { name: 'Upload', exact: true }))
      await expect(page.getByText('New version uploaded successfully')).toBeVisible()
    },
  },
  {
    name: 'withdraw an earlier version',
    mostClicks: 4,
    prepare: async (page) => {
      await publish(page, 'earlier.txt', 'Answer in ten clicks.\n')
      await publish(page, 'later.txt', 'Answer in nine clicks.\n')
    },
    run: async ({ page, click }) => {
      await click(link(page, 'Files'))
      await click(page.getByRole('button', { name: /^Details of Prompt file/ }).nth(1))
      await click(
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Withdraw version/ })
          .nth(1),
      )
      await page.getByLabel('Reason').fill('Too many clicks.')
      await click(
        page
          .getByRole('dialog')
          .last()
          .getByRole('button', { name: /^Withdraw version/ }),
      )
      await expect(page.getByText(/^Version \d+ withdrawn$/)).toBeVisible()
    },
  },
  {
    name: 'see a user’s newest values',
    mostClicks: 1,
    run: async ({ page, click }) => {
      await click(firstUser(page))
      await expect(page.getByRole('region', { name: 'Over time' })).toBeVisible()
    },
  },
  {
    name: 'download a report',
    mostClicks: 2,
    run: async ({ page, click }) => {
      await click(firstUser(page))
      const downloaded = page.waitForEvent('download')
      await click(button(page, /^Download report/))
      await downloaded
    },
  },
  {
    name: 'download all reports of a user',
    mostClicks: 2,
    run: async ({ page, click }) => {
      await click(firstUser(page))
      const downloaded = page.waitForEvent('download')
      await click(button(page, 'Download all'))
      await downloaded
    },
  },
  {
    name: 'see who has viewed a user',
    mostClicks: 2,
    run: async ({ page, click }) => {
      await click(firstUser(page))
      await click(button(page, 'Who has viewed this'))
      await expect(page.getByRole('dialog').locator('tbody tr, li').first()).toBeVisible()
    },
  },
  {
    name: 'sign out of another browser',
    mostClicks: 3,
    prepare: async (_page, { url, admin: { email, password } }) => {
      const body = JSON.stringify({ email, password })
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(`${url}/v1/auth/admin/login`, { method: 'POST', headers, body })).status).toBe(200)
    },
    run: async ({ page, click }) => {
      await click(button(page, 'Settings'))
      await click(page.getByRole('dialog').getByRole('button', { name: 'Show' }).first())
      const others = page.getByRole('button', { name: /^Sign out of .*, signed in/ })
      await expect(others.first()).toBeVisible()
      const before = await others.count()
      await click(others.first())
      await expect(others).toHaveCount(before - 1)
    },
  },
]

for (const { name, mostClicks, prepare, run } of jobs)
  test(`[widgets-30] an admin can ${name} with at most ${mostClicks} ${mostClicks === 1 ? 'click' : 'clicks'}`, async ({
    page,
    server,
  }) => {
    await signIn(page, server.admin)
    await prepare?.(page, server)
    await page.goto('/')
    let clicks = 0
    await run({
      page,
      server,
      click: async (target) => {
        await target.click()
        clicks += 1
      },
      choose: async (file) => {
        await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
        clicks += 1
      },
    })
    expect(clicks).toBeLessThanOrEqual(mostClicks)
  })

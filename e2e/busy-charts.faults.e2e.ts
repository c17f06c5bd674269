import { setTimeout as sleep } from 'node:timers/promises'
import { importReports, importUsers } from './support/users.ts'
import { expect, signIn, test } from './support/test.ts'
import { shownToasts } from './support/toasts.ts'

test.use({ serverOptions: { demo: false, filledBy: 'busy charts' } })

/** More than may wait at once. */
const atOnce = 130
const seconds = Date.parse('2026-11-18T23:30:00.000Z') / 1000

/** Reports of a user, whose numbers take the longest to read. */
const reportsOf = (user: string, amount: number, values: number) =>
  Array.from({ length: amount }, (_, index) => ({
    reportId: `${user}-${index}`,
    generatedAt: seconds - index * 60,
    heartRate: 60 + index,
    filler: Array.from({ length: values }, (_each, at) => ({ a: at % 10 })),
  }))

test('a page whose chart finds the queue of the server full asks again by itself, without a message', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  await importUsers(server, [
    { id: 'read', memberId: 'HM-1' },
    { id: 'long', memberId: 'HM-2' },
  ])
  await importReports(server, { read: reportsOf('read', 30, 1), long: reportsOf('long', 8, 45_000) })
  await signIn(page, server.admin)
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/v1/users/read/report-numbers')) answers.push(response.status())
  })

  const others = new AbortController()
  const keepAsking = async () => {
    while (!others.signal.aborted) {
      const url = `${server.url}/v1/users/long/report-numbers`
      const answer = await fetch(url, { headers: { cookie }, signal: others.signal }).catch(() => undefined)
      await answer?.text().catch(() => '')
      await sleep(20)
    }
  }
  const asking = Promise.all(Array.from({ length: atOnce }, keepAsking))
  const chart = page.getByRole('dialog', { name: 'Over time' })
  const all = chart.getByRole('button', { name: /^Show up to/ })
  try {
    // A request that arrives between two of the others may be answered at once.
    await expect(async () => {
      await page.goto('/user/read')
      await page.getByRole('button', { name: 'Expand' }).click()
      await all.click()
      await expect.poll(() => answers.length).toBeGreaterThan(0)
      expect(answers).toContain(503)
    }).toPass()
    await expect(all).toHaveAttribute('aria-busy', 'true')
  } finally {
    others.abort()
    await asking
  }
  await expect.poll(() => answers.at(-1), { timeout: 60_000 }).toBe(200)
  await expect(chart).toContainText('30 reports')
  await expect(chart).not.toContainText('20 of 30 reports')
  expect(shownToasts(page)).toEqual([])
})

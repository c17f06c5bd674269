import { importUsers, importReports } from './support/users.ts'
import { expect, signIn, test } from './support/test.ts'

test.use({ serverOptions: { demo: false, filledBy: 'report-contents' } })

/** Markup, URLs and characters that a page might run or load, or that might reverse its text. */
const hostile = [
  '<script>window.broken = 1</script>',
  '"><img src=x onerror="window.broken = 2">',
  '<svg onload="window.broken = 3"><a href="javascript:window.broken = 4">x</a></svg>',
  '</pre></details><iframe srcdoc="<script>parent.broken = 5</script>"></iframe>',
  '<style>* { display: none }</style><base href="https://elsewhere.example/">',
  '{{constructor.constructor("window.broken = 6")()}} ${window.broken = 7}',
  'javascript:window.broken = 8',
]

const foreignElements = 'script, iframe, base, style, img, object, embed, a[href^="javascript"]'

const user = { id: 'hostile', memberId: 'HM-66', firstName: hostile[0] ?? '', lastName: 'Example' }

const report = {
  reportId: '0192ff66-78cf-7727-a2a8-000000000000',
  generatedAt: Date.parse('2026-11-18T12:00:00.000Z') / 1000,
  values: hostile,
  // A careless copy of the report would use this key as its prototype.
  ['__proto__']: { isAdmin: true },
  constructor: 'a value',
  ...Object.fromEntries(hostile.map((key) => [key, { [key]: [key] }])),
}

test('[reports-15] a report with markup and scripts in keys and values is shown as text and runs nothing', async ({
  page,
  server,
}) => {
  await importUsers(server, [user])
  await importReports(server, { [user.id]: [report] })
  await signIn(page, server.admin)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url())
  })
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  await page.goto(`/user/${user.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>window.broken = 1</script> Example')
  await page.getByRole('button', { name: /^View report/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Report …00000000' })
  for (const text of hostile) {
    // The text is the title of a section, the title of its row, its value, and one of the values.
    await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(dialog.locator(foreignElements)).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'JSON' }).check({ force: true })
  for (const summary of await dialog.locator('details:not([open]) > summary').all()) await summary.click()
  for (const text of hostile) {
    // The text is a key, a key below it, its value, and an item of the list.
    await expect(dialog.getByText(text, { exact: true })).toHaveCount(4)
    await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(dialog.locator(foreignElements)).toHaveCount(0)

  const search = dialog.getByRole('searchbox', { name: 'Search in the report' })
  for (const text of hostile) {
    await search.fill(text)
    await expect(dialog.locator('mark').first()).toHaveText(text)
  }
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  expect(await page.evaluate(() => 'isAdmin' in {})).toBe(false)
  expect({ dialogs, foreign }).toEqual({ dialogs: 0, foreign: [] })
})

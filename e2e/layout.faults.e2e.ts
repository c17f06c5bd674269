import type { Page } from '@playwright/test'
import { expectSoundLayout } from './support/layout.ts'
import { fullPages, openList, openUser, setTouch } from './support/screen.ts'
import { recordShifts, shiftsOf } from './support/shifts.ts'
import { expect, signIn, test } from './support/test.ts'

// These tests check what fits into windows of different sizes.
test.use({ serverOptions: fullPages, viewport: { width: 1440, height: 900 } })
test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
})

/** Counts the rows of the page's table that are completely in view. */
const wholeRows = (page: Page) =>
  page.locator('main [role=region]').evaluate((box) => {
    const top = Math.max(
      box.getBoundingClientRect().top,
      box.querySelector('thead')?.getBoundingClientRect().bottom ?? 0,
    )
    const bottom = Math.min(box.getBoundingClientRect().bottom, innerHeight)
    const rows = [...box.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
    return rows.filter((row) => row.top > top - 2 && row.bottom < bottom + 2).length
  })

/** The heights at which the middles of these fields are. */
const middlesOf = async (page: Page, labels: readonly string[]) =>
  new Set(
    await Promise.all(
      labels.map(async (label) => {
        const box = await page.getByLabel(label, { exact: true }).locator('..').boundingBox()
        return box && box.y + box.height / 2
      }),
    ),
  )

const top = async (page: Page, name: string) => (await page.getByRole('button', { name }).boundingBox())?.y

/** Widens the space in the text of the open page to the values of WCAG 1.4.12. */
const widenSpacing = (page: Page) =>
  page.evaluate(() => {
    const wide = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important'
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { ${wide} } p { margin-block-end: 2em !important }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** The parts of buttons that are beyond their edges. */
const findPartsOutside = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button > *')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((part) => !part.matches('.sr-only') && getComputedStyle(part).position !== 'absolute')
      .filter((part) => {
        const { left = 0, right = 0 } = part.parentElement?.getBoundingClientRect() ?? {}
        const own = part.getBoundingClientRect()
        return own.left < left - 1 || own.right > right + 1
      })
      .map((part) => part.outerHTML.slice(0, 160)),
  )

const dialogs = ['/files?upload=gguf', '/hospital-patients?dialog=import']
const spaced = ['/', '/hospital-patients', '/files', '/admins', '/audit', ...dialogs]
for (const location of spaced) {
  test(`nothing of ${location} is cut off or covered with the widest spacing of text that a reader may choose`, async ({
    page,
  }) => {
    await page.goto(location)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await widenSpacing(page)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectSoundLayout(page, `${location} at ${width} px with wide spacing`)
      expect(await findPartsOutside(page), `at ${width} px`).toEqual([])
    }
  })
}

test('the patients page shows its tools on one line, 15 rows, and with compact rows all 13 columns', async ({
  page,
}) => {
  await openList(page, '/hospital-patients')
  expect(await top(page, 'Download table')).toBe(await top(page, 'Re-upload table'))
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(15)
  await page.getByRole('button', { name: 'Customise table' }).click()
  await page.getByRole('checkbox', { name: 'Compact rows' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(13)
  expect(await wholeRows(page)).toBe(20)
  const box = page.getByRole('region', { name: 'Hospital patients table' })
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('[shell-9] from 768 to 1100 px the sidebar is a rail whose icons have names', async ({ page }) => {
  await openList(page, '/')
  const sidebar = page.getByRole('complementary', { name: 'Console' })
  for (const [width, sidebarWidth] of [
    [1101, 248],
    [1100, 64],
    [768, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    expect((await sidebar.boundingBox())?.width, `at ${width} px`).toBe(sidebarWidth)
  }
  for (const name of ['Users', 'Hospital patients', 'Files', 'Admins', 'Audit log'])
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('title', name)
  await sidebar.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await sidebar.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})

test('[shell-16] the sidebar is a rail on demand, which the browser remembers, and then all 13 columns of patients are in view', async ({
  page,
}) => {
  await openList(page, '/hospital-patients')
  const sidebar = page.getByRole('complementary', { name: 'Console' })
  const table = page.getByRole('region', { name: 'Hospital patients table' })
  const hidden = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await hidden()).toBeGreaterThan(0)
  await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect(sidebar.getByRole('button', { name: 'Expand sidebar' })).toBeFocused()
  await page.reload()
  await expect(table.getByRole('columnheader')).toHaveCount(13)
  expect((await sidebar.boundingBox())?.width).toBe(64)
  expect(await hidden()).toBe(0)
  await page.getByRole('main').focus()
  await page.keyboard.press('[')
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(248)
  // In a field the key is a letter.
  await page.getByRole('searchbox').fill('')
  await page.getByRole('searchbox').press('[')
  await expect(page.getByRole('searchbox')).toHaveValue('[')
  expect((await sidebar.boundingBox())?.width).toBe(248)
})

test('[users-23] at 1024 px the users do not scroll sideways, and at 1280 px their email addresses have 340 px', async ({
  page,
}) => {
  for (const [width, least] of [
    [1024, 290],
    [1280, 330],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await openList(page, '/')
    const table = page.getByRole('region', { name: 'Users table' })
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const email = await page.getByRole('columnheader', { name: 'Email' }).boundingBox()
    expect(email?.width, `at ${width} px`).toBeGreaterThanOrEqual(least)
  }
})

test('a page is at most 1680 px wide, except that the patients page uses the whole window', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  const width = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.width
  await openList(page, '/')
  expect(await width('Users')).toBe(1680)
  await openList(page, '/hospital-patients')
  expect(await width('Hospital patients')).toBe(2560 - 248 - 64)
})

for (const [path, label] of [
  ['/', 'Users'],
  ['/hospital-patients', 'Hospital patients'],
  ['/audit', 'Audit log'],
] as const)
  test(`on the page “${label}” at most 30 presses of Tab lead from the search to the pager`, async ({ page }) => {
    await openList(page, path)
    await expect(page.getByRole('region', { name: label, exact: true }).getByRole('navigation')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.getByRole('searchbox').focus()
    const isInPager = () => page.evaluate(() => document.activeElement?.closest('[aria-label=Pagination]') !== null)
    let presses = 0
    while (presses < 100 && !(await isInPager())) {
      await page.keyboard.press('Tab')
      presses += 1
    }
    expect(presses).toBeLessThanOrEqual(30)
  })

const mainSizes: [width: number, height: number][] = [
  [1440, 900],
  [1440, 420],
  [390, 844],
]

test('[widgets-25] each table ends 24 px above the bottom of the window at every height', async ({ page }) => {
  const main = page.getByRole('main')
  for (const [path, label] of [
    ['/', 'Users'],
    ['/hospital-patients', 'Hospital patients'],
    ['/admins', 'Admins'],
  ] as const) {
    await openList(page, path)
    const table = page.getByRole('region', { name: label, exact: true })
    for (const [width, height] of [...mainSizes, [1440, 1400], [1440, 560]] as const) {
      await page.setViewportSize({ width, height })
      const gap = () => table.evaluate((section) => innerHeight - section.getBoundingClientRect().bottom)
      await expect.poll(gap, `${label} in ${width} × ${height}`).toBe(24)
      expect(await main.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    }
  }
})

test('in a window of 720 × 450, as with a zoom of 200 %, rows are in view, and the page scrolls after the table', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  for (const open of [openUser, (page: Page) => openList(page, '/'), (page: Page) => openList(page, '/audit')]) {
    await open(page)
    await page.locator('tbody tr').last().scrollIntoViewIfNeeded()
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(2)
  }
  // Another page begins at its first row.
  await openList(page, '/')
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL('/?page=2')
  await expect(page.locator('tbody tr').first()).toBeInViewport()
})

test('at 320 px the actions do not cover the times', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/files', '/admins']) {
    await openList(page, path)
    const covered = await page.locator('tbody time').evaluateAll((times) =>
      times
        .filter((time) => {
          const actions = time.closest('tr')?.lastElementChild?.getBoundingClientRect()
          const { right, top } = time.getBoundingClientRect()
          return actions && right > actions.left && top < actions.bottom
        })
        .map((time) => time.textContent),
    )
    expect(covered, path).toEqual([])
  }
})

test('the controls of the audit log are on one line at 1440 px, and its filters are on one line at 1024 px with at least 9 entries in view', async ({
  page,
}) => {
  for (const [width, height, labels] of [
    [1440, 900, ['Visits', 'Who', 'Action', 'About', 'Outcome', 'Dates']],
    [1024, 768, ['Who', 'Action', 'About', 'Outcome', 'Dates']],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openList(page, '/audit?as=entries')
    const middles = await middlesOf(page, labels)
    expect(middles.size, `at ${width} px: ${[...middles].join(', ')}`).toBe(1)
    expect(await wholeRows(page), `at ${width} px`).toBeGreaterThanOrEqual(9)
  }
})

test('under fingers the filters of the audit log are on one line at 1024 px, and its lines are at least 44 px high', async ({
  page,
}) => {
  await setTouch(page, true)
  await page.setViewportSize({ width: 1024, height: 768 })
  await openList(page, '/audit?as=entries')
  const middles = await middlesOf(page, ['Who', 'Action', 'About', 'Outcome', 'Dates'])
  expect([...middles]).toHaveLength(1)
  const heights = await page
    .locator('main tbody tr:has(td)')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(heights.filter((height) => height < 44)).toEqual([])
  await setTouch(page, false)
})

test('on a phone the version history does not scroll sideways, and its menu has every action', async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 664 })
    await openList(page, '/files')
    await page
      .getByRole('button', { name: /^Details of Prompt file/ })
      .first()
      .click()
    const history = page.getByRole('dialog', { name: 'Prompt file - history' })
    const older = history.getByRole('listitem').nth(1)
    await older.getByText('Details', { exact: true }).click()
    await expect(history.getByRole('row').first()).toBeVisible()
    const tooWide = await history.evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')]
        .filter((box) => box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== 'visible')
        // Names are clipped, and hidden text is one pixel wide.
        .filter((box) => getComputedStyle(box).textOverflow !== 'ellipsis' && box.clientWidth > 1)
        .map((box) => box.outerHTML.slice(0, 120)),
    )
    expect(tooWide, `at ${width} px`).toEqual([])
    await older.getByRole('button', { name: 'Actions for version 1' }).click()
    for (const name of ['Download version 1', 'Restore version 1', 'Withdraw version 1'])
      await expect(older.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(older.getByRole('button', { name: 'Withdraw version 1' })).toHaveCount(0)
    await expect(history).toBeVisible()
  }
})

test('the version history has the version plate, the time and the first action on one line, and the actions in one column', async ({
  page,
}) => {
  await openList(page, '/files')
  await page
    .getByRole('button', { name: /^Details of Prompt file/ })
    .first()
    .click()
  const items = page.getByRole('dialog').getByRole('listitem')
  await expect(items.nth(1)).toBeVisible()
  const places = await items.evaluateAll((rows) =>
    rows.map((row) => {
      const middle = (element: Element | null | undefined) => {
        const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
        return top + height / 2
      }
      const icons = [...row.querySelectorAll('[class*=actions] svg')]
      const line = middle(row.querySelector('time'))
      return {
        isLevel: [row.querySelector('[class*=plate]'), icons[0]].every((each) => Math.abs(middle(each) - line) < 4),
        lefts: [...new Set(icons.map((icon) => icon.getBoundingClientRect().left))],
      }
    }),
  )
  expect(places.map(({ isLevel }) => isLevel)).not.toContain(false)
  expect(new Set(places.flatMap(({ lefts }) => lefts)).size).toBe(1)
})

test('the first report of a user is in the upper part of the window, and pointing at rows shifts no layout', async ({
  page,
}) => {
  for (const [width, highest] of [
    [1440, 360],
    [390, 560],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await openUser(page)
    const reports = page.getByRole('region', { name: 'Reports table' }).locator('tbody tr')
    const { y = Infinity } = (await reports.first().boundingBox()) ?? {}
    expect(y, `at ${width} px`).toBeLessThanOrEqual(highest)
    const shifts = page.evaluate(
      () =>
        new Promise((resolve) => {
          const sources: string[] = []
          new PerformanceObserver((list) => {
            for (const each of list.getEntries()) sources.push(JSON.stringify(each))
          }).observe({ type: 'layout-shift' })
          window.addEventListener('keyup', () => resolve(sources), { once: true })
        }),
    )
    for (const row of (await reports.all()).slice(0, 4)) {
      await row.hover()
      await expect(row).toHaveAttribute('data-pointed', 'true')
    }
    await page.keyboard.press('Shift')
    expect(await shifts, `at ${width} px`).toEqual([])
  }
})

const linkPages = ['/invites', '/password-recovery', '/undo-email-change', '/change-email'].map(
  (path) => `${path}?id=nonsense`,
)
const otherPages = [
  '/login',
  '/forgot-password',
  '/sign-on?state=unknown&code=unknown',
  '/no/such/page',
  '/',
  '/?search=zebra-zebra',
  '/user/unknown',
  '/hospital-patients',
  '/hospital-patients?search=zebra-zebra',
  '/hospital-patients?dialog=import',
  '/hospital-patients?dialog=view',
  '/files',
  '/files?upload=gguf',
  '/admins',
  '/admins?dialog=invite',
  '/admins/service-accounts',
  '/audit',
  '/audit?as=entries',
  '/audit?text=zebra-zebra',
  '/audit/review',
]

test('on a phone, the buttons beside a search stay in their place when something is typed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, name] of [
    ['/', 'Order'],
    ['/hospital-patients', 'Customise table'],
    ['/audit?as=entries', 'Export'],
  ] as const) {
    await openList(page, path)
    const button = page.getByRole('button', { name, exact: true })
    const before = await button.boundingBox()
    await page.getByRole('searchbox').fill('zebra')
    await expect(page.getByRole('button', { name: 'Clear search' }).first()).toBeVisible()
    expect(await button.boundingBox(), path).toEqual(before)
  }
})

test('[shell-12] nothing moves while the page of an invalid link or the import history loads', async ({ page }) => {
  await expectNothingToMove(page, [...linkPages, '/hospital-patients?dialog=history'], [[1024, 768]])
})

test('nothing moves while any page loads, at any size', async ({ page }) => {
  test.setTimeout(900_000)
  await expectNothingToMove(
    page,
    [...linkPages, ...otherPages, '/hospital-patients?dialog=history'],
    [...mainSizes, [1024, 768], [640, 400]],
  )
})

test('[shell-12] headings, rules and buttons are in their place before the rows arrive', async ({ page }) => {
  const paths = ['/', '/hospital-patients', '/files', '/admins', '/audit', '/audit?as=entries']
  for (const hasTouch of [true, false]) {
    await setTouch(page, hasTouch)
    for (const [width, height] of [...mainSizes, [1024, 768], [640, 400]] as const) {
      await page.setViewportSize({ width, height })
      for (const path of paths) {
        const release = await holdResponses(page)
        await page.goto(path)
        await expect(page.getByRole('main').getByRole('region').first()).toBeVisible()
        await expect(page.getByRole('status', { name: 'Loading' })).not.toHaveCount(0)
        const before = await placesOf(page)
        await release()
        await expect(page.getByRole('main').locator('tbody tr, ol > li').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        const after = await placesOf(page)
        const kept = Object.fromEntries(Object.keys(before).map((name) => [name, after[name]]))
        expect.soft(kept, `${path} in ${width} × ${height}, touch: ${hasTouch}`).toEqual(before)
      }
    }
  }
})

/** Holds all responses but that with the session, until the returned function is called. */
async function holdResponses(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/v1/**', async (route) => {
    if (!route.request().url().endsWith('/me')) await promise
    await route.fallback().catch(() => undefined)
  })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** Where the column headings, buttons, links and fields of a page's head and table are, by their names. */
const placesOf = (page: Page): Promise<Record<string, string>> =>
  page.getByRole('main').evaluate((main) => {
    const seen = [...main.querySelectorAll('h1, thead th, button, a, input, [role=region]')]
      .filter((each) => each.closest('tbody, ol') === null && each.checkVisibility({ visibilityProperty: true }))
      .map((each) => {
        const { left, top } = each.getBoundingClientRect()
        const name = each.getAttribute('aria-label') ?? each.textContent
        const text = each.tagName === 'H1' ? 'title' : name
        return [`${each.tagName} ${text}`, `${Math.round(left)} ${Math.round(top)}`] as const
      })
    return Object.fromEntries(seen.filter(([name]) => !name.endsWith(' ')))
  })

test('[files-27] a history is as high as its versions, and appears once they are known', async ({ page }) => {
  await openList(page, '/files')
  const release = await holdResponses(page)
  const details = page.getByRole('button', { name: /^Details of Main LLM/ })
  await details.click()
  await expect(details).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await release()
  const history = page.getByRole('dialog', { name: 'Main LLM - history' })
  await expect(history).toBeVisible()
  const opened = await history.boundingBox()
  await page.waitForLoadState('networkidle')
  expect(await history.boundingBox()).toEqual(opened)
  await history.getByText('Details', { exact: true }).click()
  const [dialog, foot] = [await history.boundingBox(), await history.getByRole('button').last().boundingBox()]
  const item = await history.getByRole('listitem').boundingBox()
  if (!dialog || !foot || !item) throw new Error('The history is not shown')
  expect(foot.y - (item.y + item.height), 'above the footer').toBeLessThan(48)
})

test('[files-2] Upload stays in its place once it can be pressed @faults', async ({ page }) => {
  await page.goto('/files?upload=txt')
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  await expect(page.getByRole('radiogroup', { name: 'Offer to' })).toBeVisible()
  const release = await holdResponses(page)
  const buffer = Buffer.from('You explain wearable heart data.\nUse plain words.\n')
  await page.getByLabel(/^Choose a file/).setInputFiles({ name: 'p.txt', mimeType: 'text/plain', buffer })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('p.txt')).toBeVisible()
  await expect(upload).toBeDisabled()
  // It is measured in the moment in which it is enabled, however fast the machine is.
  const atFirst = await upload.evaluateHandle((button) => {
    const { promise: box, resolve } = Promise.withResolvers<DOMRect>()
    new MutationObserver(() => resolve(button.getBoundingClientRect())).observe(button, {
      attributeFilter: ['disabled'],
    })
    return { box }
  })
  await release()
  await expect(upload).toBeEnabled()
  await expect(dialog.getByText(/line.* removed/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await upload.evaluate((button) => button.getBoundingClientRect())).toEqual(
    await atFirst.evaluate(({ box }) => box),
  )
})

async function expectNothingToMove(page: Page, paths: string[], sizes: typeof mainSizes) {
  await recordShifts(page)
  // What is shown until a response arrives is drawn before it arrives.
  await page.route('**/v1/**', async (route) => {
    await page
      .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      .catch(() => undefined)
    await route.fallback()
  })
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect.soft(await shiftsOf(page), `${path} in ${width} × ${height}`).toEqual([])
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

test('the labels below the chart do not overlap at any width', async ({ page }) => {
  await openUser(page)
  await page.getByRole('button', { name: 'Expand' }).click()
  const chart = page.getByRole('dialog', { name: 'Over time' })
  for (const width of [1440, 1024, 880, 768, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const overlaps = () =>
      chart.getByRole('slider').evaluate((ruler) => {
        const { left, right } = ruler.getBoundingClientRect()
        const labels = [...ruler.querySelectorAll('span')]
          .filter(({ textContent }) => textContent !== '')
          .map((label) => label.getBoundingClientRect())
        const isCut = labels.some((label) => label.left < left || label.right > right)
        return isCut || labels.some((label, index) => index > 0 && label.left < (labels[index - 1]?.right ?? 0) + 8)
      })
    await expect.poll(overlaps, { message: `at ${width} px` }).toBe(false)
  }
})

test('with forced colours the lines, dots and needles of readings are visible, and month lines are lighter than the data', async ({
  page,
}) => {
  await openUser(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.getByRole('button', { name: 'Expand' }).click()
  const chart = page.getByRole('dialog', { name: 'Over time' })
  for (const place of [page.getByRole('region', { name: 'Over time' }), chart]) {
    const colours = await place.evaluate((element) => {
      const find = (selector: string) => element.querySelector(selector) ?? element
      const needle = element.querySelector('[role=slider]')?.closest('[class*=cell]') ?? find('[role=slider]')
      return {
        paper: getComputedStyle(document.body).backgroundColor,
        text: getComputedStyle(document.body).color,
        line: getComputedStyle(find('svg path:last-child')).stroke,
        dot: getComputedStyle(find('[class*=dot]')).backgroundColor,
        needle: getComputedStyle(needle, '::before').borderLeftColor,
      }
    })
    expect(colours.line).toBe(colours.text)
    expect([colours.dot, colours.needle]).not.toContain(colours.paper)
  }
  const strokes = await chart
    .locator('svg[viewBox="0 0 1000 48"]')
    .first()
    .evaluate((svg) =>
      [...svg.querySelectorAll('path')].map((path) => Number.parseFloat(getComputedStyle(path).strokeWidth)),
    )
  expect(strokes).toEqual([0.5, 1.5])
  await page.emulateMedia({ forcedColors: null })
})

test('the calendar and all periods are within the window or can be scrolled into view', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 664],
    [320, 664],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openUser(page)
    await page.getByRole('button', { name: /^Open calendar/ }).click()
    const calendar = page.getByRole('dialog', { name: 'Choose a date' })
    const size = `at ${width} × ${height}`
    await expect(async () => {
      const box = await calendar.boundingBox()
      expect(box?.y, size).toBeGreaterThanOrEqual(0)
      expect(box && box.y + box.height, size).toBeLessThanOrEqual(height)
      expect(box?.x, size).toBeGreaterThanOrEqual(0)
      expect(box && box.x + box.width, size).toBeLessThanOrEqual(width)
    }).toPass()
    for (const period of ['Today', 'Last 7 days', 'Last 30 days', 'This year', 'Date range'])
      await expect(calendar.getByRole('button', { name: period })).toBeInViewport({ ratio: 1 })
    const week = calendar.getByRole('row').nth(1)
    await week.scrollIntoViewIfNeeded()
    await expect(week).toBeInViewport({ ratio: 1 })
    await calendar.getByRole('button', { name: 'Last 30 days' }).click()
    await expect(calendar).toHaveCount(0)
    await expect(page).toHaveURL(/from=/)
  }
})

test('"last 30 days" and "November 2026" can be typed as a period', async ({ page }) => {
  await openUser(page)
  const field = page.getByRole('textbox', { name: 'Date generated' })
  for (const [typed, output, address] of [
    ['last 30 days', / to /, /from=.*&to=/],
    ['November 2026', '1 November to 30 November 2026', /from=.*2026-11-01.*&to=.*2026-11-30/],
  ] as const) {
    await field.fill(typed)
    await expect(field).toHaveAccessibleDescription(output)
    await field.press('Enter')
    await expect(page).toHaveURL(address)
  }
})

for (const [noun, open] of [
  ['patient', (page: Page) => openList(page, '/hospital-patients')],
  ['report', openUser],
] as const)
  test(`[widgets-21] a ${noun}’s row shows “Who has viewed” under the pointer, and in a menu on a phone`, async ({
    page,
  }) => {
    await open(page)
    const row = page.locator('tbody').getByRole('row').first()
    const who = row.getByRole('button', { name: new RegExp(`^Who has viewed ${noun}`) })
    const place = row.locator('[class*=beside]')
    await page.mouse.move(0, 0)
    await expect(place).toHaveCSS('opacity', '0')
    await row.getByRole('cell').last().hover()
    await expect(place).toHaveCSS('opacity', '1')
    await page.mouse.move(0, 0)
    await who.focus()
    await expect(place).toHaveCSS('opacity', '1')
    await page.setViewportSize({ width: 390, height: 844 })
    await row.getByRole('button', { name: new RegExp(`^More: Who has viewed ${noun}`) }).click()
    await who.last().click()
    await expect(page.getByRole('dialog', { name: new RegExp(`^Who has viewed ${noun}`) })).toBeVisible()
  })

test('[widgets-21] an admin’s row shows its second action under the pointer, and in a menu on a phone', async ({
  page,
}) => {
  await openList(page, '/admins')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Revoke access/ }) })
    .first()
  const sessions = row.getByRole('button', { name: /’s sessions$/ })
  await expect(row.getByRole('button', { name: /^Revoke access/ })).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await expect(sessions).toHaveCSS('opacity', '0')
  await row.hover()
  await expect(sessions).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await sessions.focus()
  await expect(sessions).toHaveCSS('opacity', '1')
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('button', { name: /’s sessions$/ }).click()
  await expect(page.getByRole('dialog', { name: /’s sessions$/ })).toBeVisible()
})

test('Tab reaches “View” and “Download report” of the first report', async ({ page }) => {
  await openUser(page)
  await page
    .locator('tbody')
    .getByRole('button', { name: /^Copy report ID/ })
    .first()
    .focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Who has viewed report/ }).first()).toBeFocused()
  // The time has a tooltip, so it is also a tab stop.
  await page.keyboard.press('Tab')
  for (const name of [/^View report/, /^Download report/]) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name }).first()).toBeFocused()
  }
})

import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Days } from '../../lib/days.ts'
import { render } from '../../testing/render.tsx'
import { DatePicker } from './date-picker.tsx'

const input = page.getByRole('textbox', { name: 'Date generated' })
const calendar = page.getByRole('dialog', { name: 'Choose a date' })
const clear = page.getByRole('button', { name: 'Clear' })
const changes: Days[] = []

beforeEach(() => {
  changes.length = 0
})

type HarnessProps = { start?: string; max?: string; amount?: string; isSingle?: boolean }

function Harness({ start, max, amount, isSingle = false }: HarnessProps) {
  const [days, setDays] = useState<Days>({ date: start })
  return (
    <>
      <DatePicker
        label="Date generated"
        days={days}
        amount={amount}
        isSingle={isSingle}
        {...(max === undefined ? {} : { max })}
        onChange={(next) => {
          changes.push(next)
          setDays(next)
        }}
      />
      <button type="button" onClick={() => setDays({})}>
        Reset
      </button>
    </>
  )
}

async function type(text: string, end = '{Tab}') {
  await input.click()
  await userEvent.keyboard(`{Control>}a{/Control}${text}${end}`)
}

test('the picker shows the chosen day and opens on its month', async () => {
  render(<Harness start="2026-03-07T00:00:00.000Z" />)
  await expect.element(input).toHaveValue('07/03/2026')
  await page.getByRole('button', { name: 'Open calendar, 7 March 2026 chosen' }).click()
  await expect.element(calendar.getByRole('button', { name: 'March 2026, choose a month' })).toBeVisible()
})

test('the day of something that has happened is not after today, neither typed nor chosen', async () => {
  render(<Harness isSingle start="2026-03-07T00:00:00.000Z" />)
  await type('31/12/2162')
  await expect
    .element(page.getByText(/^“31\/12\/2162” is after today, \d+ \w+ \d{4}\. Nothing was changed\.$/))
    .toBeVisible()
  await type('2026/03/08')
  await expect.element(input).toHaveValue('08/03/2026')
  expect(changes).toEqual([{ date: '2026-03-08T00:00:00.000Z' }])
  await userEvent.clear(input)
  await page.getByRole('button', { name: /Open calendar/ }).click()
  const next = calendar.getByRole('button', { name: 'Next month' })
  await expect.element(next).toBeDisabled()
})

test("without a day the picker opens on today's month, even after another month was viewed or chosen", async () => {
  render(<Harness />)
  const open = page.getByRole('button', { name: /Open calendar/ })
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format()
  const expectThisMonth = async () => {
    await open.click()
    await expect.element(calendar.getByRole('button', { name: `${month}, choose a month` })).toBeVisible()
  }
  await expectThisMonth()
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await userEvent.keyboard('{Escape}')
  await expectThisMonth()
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await calendar.getByRole('button', { name: /15/ }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expectThisMonth()
})

test('[widgets-8] choosing a day in the calendar closes it', async () => {
  render(<Harness start="2026-03-07T00:00:00.000Z" />)
  await page.getByRole('button', { name: /Open calendar/ }).click()
  await calendar.getByRole('button', { name: /20 March 2026/ }).click()
  await expect.element(input).toHaveValue('20/03/2026')
  expect(changes).toEqual([{ date: '2026-03-20T00:00:00.000Z' }])
  await expect.poll(() => calendar.query()).toBeNull()
})

test.each([
  ['7/3/2026', '2026-03-07T00:00:00.000Z'],
  ['07.03.2026', '2026-03-07T00:00:00.000Z'],
  ['7 March 2026', '2026-03-07T00:00:00.000Z'],
  ['2026-03-07', '2026-03-07T00:00:00.000Z'],
  ['31/12/2025', '2025-12-31T00:00:00.000Z'],
])('typing %s and leaving the field chooses the day', async (text, value) => {
  render(<Harness />)
  await type(text)
  await expect.poll(() => changes).toEqual([{ date: value }])
})

test('Enter accepts the typed date and keeps the focus', async () => {
  render(<Harness />)
  await type('2026-03-07', '{Enter}')
  await expect.poll(() => changes).toEqual([{ date: '2026-03-07T00:00:00.000Z' }])
  await expect.element(input).toHaveValue('07/03/2026')
  await expect.element(input).toHaveFocus()
})

test('[widgets-10] the date is shown in words during typing', async () => {
  render(<Harness />)
  await type('3/7/2026', '')
  await expect.element(input).toHaveAccessibleDescription('3 July 2026')
  await expect.element(page.getByText('3 July 2026')).toBeVisible()
  expect(changes).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(input).toHaveValue('')
})

test('[widgets-22] only the characters of dates can be typed', async () => {
  render(<Harness />)
  await input.click()
  await userEvent.keyboard('<7> March?')
  await expect.element(input).toHaveValue('7 March')
})

test('a pasted day with digits of any script, and with the year first, is read', async () => {
  render(<Harness />)
  for (const text of ['2026/11/19', '２０２６／１１／１９', '١٩/١١/٢٠٢٦', '\u200E2026‑11‑19\u200E']) {
    await input.fill(text)
    await userEvent.keyboard('{Enter}')
    await expect.element(input).toHaveValue('19/11/2026')
  }
})

test.each(['{Enter}', '{Tab}'])('an invalid date shows an error and changes nothing, on %s', async (end) => {
  render(<Harness start="2026-03-07T00:00:00.000Z" />)
  await type('31/2/2026', end)
  await expect
    .element(page.getByText(/“31\/2\/2026” isn’t a date. Nothing was changed. Try something like \d/))
    .toBeVisible()
  expect(changes).toEqual([])
  await expect.element(input).toHaveValue('31/2/2026')
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  // A day that is chosen elsewhere replaces it.
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.element(input).toHaveValue('')
  await expect.element(input).not.toHaveAttribute('aria-invalid')
})

test('[widgets-8] a day after the last allowed one is clamped to it', async () => {
  render(<Harness max="2026-03-10T00:00:00.000Z" />)
  await type('20/3/2026')
  await expect.poll(() => changes).toEqual([{ date: '2026-03-10T00:00:00.000Z' }])
  await expect.element(input).toHaveValue('10/03/2026')
})

test('Clear empties the field, and is shown only if something is chosen', async () => {
  render(<Harness start="2026-03-07T00:00:00.000Z" />)
  await clear.click()
  await expect.element(input).toHaveValue('')
  expect(changes).toEqual([{}])
  expect(clear.query()).toBeNull()
})

test('emptying the field clears it, and a reset from outside empties the field', async () => {
  render(<Harness start="2026-03-07T00:00:00.000Z" />)
  await input.fill('')
  await expect.poll(() => changes).toEqual([{}])
  await type('8/3/2026')
  await expect.element(input).toHaveValue('08/03/2026')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.element(input).toHaveValue('')
})

test('[widgets-9] months and years are in rows of four, with ten years per decade', async () => {
  render(<Harness start="2026-03-07T00:00:00.000Z" />)
  await page.getByRole('button', { name: /Open calendar/ }).click()
  await calendar.getByRole('button', { name: 'March 2026, choose a month' }).click()
  const months = calendar.getByRole('grid', { name: '2026', exact: true })
  await expect.element(months).toBeVisible()
  expect([...months.element().querySelectorAll('tr')].map((row) => row.cells.length)).toEqual([4, 4, 4])
  await calendar.getByRole('button', { name: '2026, choose a year' }).click()
  const years = calendar.getByRole('grid', { name: '2020 - 2029' })
  await expect.element(years).toBeVisible()
  expect([...years.element().querySelectorAll('tr')].map((row) => row.cells.length)).toEqual([4, 4, 2])
  await calendar.getByRole('button', { name: '2024', exact: true }).click()
  await calendar.getByRole('button', { name: /June/ }).click()
  await calendar.getByRole('button', { name: /15 June 2024/ }).click()
  await expect.poll(() => changes).toEqual([{ date: '2024-06-15T00:00:00.000Z' }])
})

test('[widgets-8] the calendar works with only the keyboard, and Escape returns the focus', async () => {
  render(<Harness start="2026-03-07T00:00:00.000Z" />)
  await page.getByRole('button', { name: /Open calendar/ }).click()
  await expect.element(calendar.getByRole('button', { name: /\b7 March 2026/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(calendar.getByRole('button', { name: /15 March 2026/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => calendar.query()).toBeNull()
  await expect.element(page.getByRole('button', { name: /Open calendar/ })).toHaveFocus()
  expect(changes).toEqual([])
})

const day = (isoDay: string) => `${isoDay}T00:00:00.000Z`
const open = page.getByRole('button', { name: /Open calendar/ })

test('a range is chosen in the calendar by its first day and then its last', async () => {
  render(<Harness start={day('2026-03-07')} />)
  await open.click()
  await calendar.getByRole('button', { name: 'Date range' }).click()
  await calendar.getByRole('button', { name: /20 March 2026/ }).click()
  await expect.element(calendar.getByRole('status')).toHaveTextContent('Now choose the end date.')
  expect(changes).toEqual([])
  await calendar.getByRole('button', { name: /24 March 2026/ }).click()
  await expect.poll(() => changes).toEqual([{ from: day('2026-03-20'), to: day('2026-03-24') }])
  await expect.element(input).toHaveValue('20/03/2026 to 24/03/2026')
  await expect.poll(() => calendar.query()).toBeNull()
  await clear.click()
  await expect.element(input).toHaveValue('')
})

test('a range can be typed', async () => {
  render(<Harness />)
  await type('20 March 2026 to 24/3/2026', '{Enter}')
  await expect.poll(() => changes).toEqual([{ from: day('2026-03-20'), to: day('2026-03-24') }])
  await expect.element(input).toHaveValue('20/03/2026 to 24/03/2026')
})

// `days.test.ts` tests the other periods.
test.each(['Today', 'Last 30 days'])(
  '[widgets-20] %s needs no calendar, and is pressed when the picker opens again',
  async (period) => {
    render(<Harness />)
    await open.click()
    await calendar.getByRole('button', { name: period }).click()
    await expect.poll(() => calendar.query()).toBeNull()
    expect(changes).toHaveLength(1)
    await open.click()
    await expect.element(calendar.getByRole('button', { name: period })).toHaveAttribute('aria-pressed', 'true')
    expect(calendar.getByRole('button', { pressed: true }).elements()).toHaveLength(1)
  },
)

test('a day that is chosen while a period is shown replaces it', async () => {
  render(<Harness />)
  await type('January 2026', '{Enter}')
  await open.click()
  await calendar.getByRole('button', { name: 'Date range' }).click()
  await calendar.getByRole('button', { name: /15 January 2026/ }).click()
  await expect.poll(() => calendar.query()).toBeNull()
  expect(changes.at(-1)).toEqual({ date: day('2026-01-15') })
})

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844))
  const field = calendar.getByRole('textbox', { name: 'Date generated' })

  test('[widgets-20] the sheet has a field, which shows what it has understood and how many results there are', async () => {
    render(<Harness amount="26 reports" start="2026-03-07T00:00:00.000Z" />)
    await open.click()
    await expect.element(field).toHaveAccessibleDescription('7 March 2026, 26 reports')
    await field.click()
    await userEvent.keyboard('{Control>}a{/Control}8 march 2026')
    await expect.element(field).toHaveAccessibleDescription('8 March 2026')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => calendar.query()).toBeNull()
    expect(changes).toEqual([{ date: day('2026-03-08') }])
  })

  test('a text that is not a date keeps the sheet open, and Clear empties the field', async () => {
    render(<Harness start="2026-03-07T00:00:00.000Z" />)
    await open.click()
    await field.click()
    await userEvent.keyboard('{Control>}a{/Control}soon{Enter}')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(calendar).toBeVisible()
    expect(changes).toEqual([])
    await calendar.getByRole('button', { name: 'Clear' }).click()
    await expect.element(field).toHaveValue('')
    expect(changes).toEqual([{}])
  })
})

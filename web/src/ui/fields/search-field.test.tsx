import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { SearchField } from './search-field.tsx'

const box = page.getByRole('searchbox', { name: 'Search by Member ID' })
const searches: string[] = []
let fromOutside: (value: string) => void = () => {}

beforeEach(() => {
  searches.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function Harness({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  fromOutside = setValue
  return (
    <>
      <SearchField
        label="Search by Member ID"
        value={value}
        onSearch={(search) => {
          searches.push(search)
          setValue(search)
        }}
      />
      <output>{value}</output>
    </>
  )
}

/** Types at the end of the text. The gestures of Vitest would move the clock while they wait. */
async function type(text: string) {
  ;(box.element() as HTMLElement).focus()
  await cdp().send('Input.insertText', { text })
}

test('[widgets-7] the field searches once, 800 ms after the last key', async () => {
  render(<Harness />)
  await type('4')
  vi.advanceTimersByTime(700)
  await type('2')
  vi.advanceTimersByTime(799)
  expect(searches).toEqual([])
  vi.advanceTimersByTime(1)
  expect(searches).toEqual(['42'])
  vi.advanceTimersByTime(5000)
  expect(searches).toEqual(['42'])
})

test('the field is busy from the first key until the response arrives', async () => {
  const field = (value: string, busy: boolean) => (
    <SearchField label="Search by Member ID" value={value} busy={busy} onSearch={() => {}} />
  )
  const { rerender } = render(field('', false))
  const isBusy = () => box.element().parentElement?.getAttribute('aria-busy')
  expect(isBusy()).toBe('false')
  await box.fill('4')
  expect(isBusy()).toBe('true')
  rerender(field('4', true))
  expect(isBusy()).toBe('true')
  rerender(field('4', false))
  await expect.poll(isBusy).toBe('false')
})

test('[widgets-7] Enter searches at once, and the timer does not search again', async () => {
  render(<Harness />)
  await box.fill('42')
  await userEvent.keyboard('{Enter}')
  expect(searches).toEqual(['42'])
  vi.advanceTimersByTime(2000)
  expect(searches).toEqual(['42'])
})

test('leading and trailing spaces are ignored', async () => {
  render(<Harness />)
  await box.fill(' 42 ')
  vi.advanceTimersByTime(800)
  expect(searches).toEqual(['42'])
  await expect.element(box).toHaveValue(' 42 ')
  await box.fill('42  ')
  vi.advanceTimersByTime(800)
  expect(searches).toEqual(['42'])
})

test('a text that is longer than the server searches is shown as it is searched', async () => {
  const long = 'HM-1 '.repeat(20)
  render(<Harness />)
  await type(`${long}HM-2`)
  vi.advanceTimersByTime(800)
  expect(searches).toEqual([long.trim()])
  await expect.element(box).toHaveValue(long)
  await type('HM-3')
  vi.advanceTimersByTime(800)
  expect(searches).toEqual([long.trim()])
  await expect.element(box).toHaveValue(long)
  expect(box.element().parentElement?.getAttribute('aria-busy')).toBe('false')
})

test('the clear button appears with a text, clears at once and returns the focus', async () => {
  render(<Harness />)
  const clear = page.getByRole('button', { name: 'Clear search' })
  expect(clear.query()).toBeNull()
  await box.fill('42')
  vi.advanceTimersByTime(800)
  await clear.click()
  expect(searches).toEqual(['42', ''])
  await expect.element(box).toHaveValue('')
  await expect.element(box).toHaveFocus()
  expect(clear.query()).toBeNull()
})

test('the text follows a search that is changed from outside, and a pending one is dropped', async () => {
  render(<Harness start="okonkwo" />)
  await expect.element(box).toHaveValue('okonkwo')
  await box.fill('okonkwo-x')
  fromOutside('back')
  await expect.element(box).toHaveValue('back')
  vi.advanceTimersByTime(5000)
  expect(searches).toEqual([])
})

test('going back to an earlier search shows it again', async () => {
  render(<Harness />)
  await box.fill('42')
  vi.advanceTimersByTime(800)
  await expect.element(page.getByRole('status')).toHaveTextContent('42')
  fromOutside('')
  await expect.element(box).toHaveValue('')
  fromOutside('42')
  await expect.element(box).toHaveValue('42')
})

test('a search that arrives late does not overwrite newer text', async () => {
  const arriving: ((value: string) => void)[] = []
  function Slow() {
    const [value, setValue] = useState('')
    return (
      <SearchField
        label="Search by Member ID"
        value={value}
        onSearch={(search) => {
          searches.push(search)
          arriving.push(() => setValue(search))
        }}
      />
    )
  }
  render(<Slow />)
  await box.fill('4')
  vi.advanceTimersByTime(800)
  await box.fill('42')
  vi.advanceTimersByTime(800)
  expect(searches).toEqual(['4', '42'])
  arriving[0]?.('')
  await Promise.resolve()
  await expect.element(box).toHaveValue('42')
  arriving[1]?.('')
  await expect.element(box).toHaveValue('42')
})

test('a pending search is dropped when the field unmounts', async () => {
  const { rerender } = render(<Harness />)
  await box.fill('42')
  rerender(<p>gone</p>)
  await expect.element(page.getByText('gone')).toBeVisible()
  vi.advanceTimersByTime(5000)
  expect(searches).toEqual([])
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Timestamp } from './timestamp.tsx'

const tip = page.getByRole('tooltip')

function Two() {
  return (
    <div style={{ overflow: 'auto', height: 40, width: 260 }}>
      <Timestamp time="2026-11-20T07:17:00.000Z" />
      <button type="button">Next</button>
    </div>
  )
}

test('hovering over a time shows it in full, and the pointer may move onto the explanation', async () => {
  render(<Two />)
  await page.getByRole('time').hover()
  await expect.poll(() => tip.element().textContent).toMatch(/^20 November 2026, 07:17 UTC.*(ago|in \d+|just now)/)
  await tip.hover()
  await expect.element(tip).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).hover()
  await expect.poll(() => tip.query()).toBeNull()
})

test('focusing a time shows the explanation, and Escape closes only that', async () => {
  const keys: string[] = []
  const listen = (event: KeyboardEvent) => keys.push(event.key)
  document.addEventListener('keydown', listen)
  render(<Two />)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('time')).toHaveAccessibleDescription(/07:17 UTC/)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => tip.query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(keys).toEqual(['Tab', 'Escape'])
  document.removeEventListener('keydown', listen)
})

test('the explanation is not clipped by a scrolling box or by the window', async () => {
  render(
    <div style={{ position: 'fixed', right: 0, bottom: 0, overflow: 'hidden', width: 150 }}>
      <Timestamp time="2026-11-20T07:17:00.000Z" />
    </div>,
  )
  await page.getByRole('time').click()
  await expect.element(tip).toBeVisible()
  await expect
    .poll(() => {
      const { top, right, bottom, left } = tip.element().getBoundingClientRect()
      return top >= 0 && left >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
    })
    .toBe(true)
})

test('a missing time renders nothing', () => {
  const { host } = render(<Timestamp time="" />)
  expect(host.textContent).toBe('')
})

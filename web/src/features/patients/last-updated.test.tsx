import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { LastUpdated } from './last-updated.tsx'

test.each([300, 800])('at %i px the line has its space before its time is known', async (widthPx) => {
  const line = (time?: string) => (
    <div style={{ width: widthPx, display: 'flex' }}>
      <LastUpdated time={time} isOpening={false} onHistory={() => undefined} />
    </div>
  )
  const { rerender, host } = render(line())
  const height = () => host.querySelector('p')?.offsetHeight
  const before = height()
  await expect.element(page.getByText(/^Last updated/)).not.toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import history' })).toBeVisible()
  rerender(line('2026-05-07T07:17:00.000Z'))
  await expect.element(page.getByText(/^Last updated/)).toBeVisible()
  expect(height()).toBe(before)
})

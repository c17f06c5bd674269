import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { DownloadAll } from './download-all-button.tsx'

test('the button keeps the focus while it downloads, and starts nothing more', async () => {
  let starts = 0
  function Harness() {
    const [isRunning, setIsRunning] = useState(false)
    const start = () => {
      starts += 1
      setIsRunning(true)
    }
    return <DownloadAll total={3} isFiltered={false} isRunning={isRunning} disabled={false} onClick={start} />
  }
  render(<Harness />)
  await userEvent.keyboard('{Tab}{Enter}')
  const button = page.getByRole('button', { name: 'Download all' })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(starts).toBe(1)
})

test.each([
  [1, 'The only report, whatever the day'],
  [2, 'All 2 reports, whatever the day'],
])('with a filter and %i reports it says what it downloads', async (total, text) => {
  render(<DownloadAll total={total} isFiltered isRunning={false} disabled={false} onClick={() => {}} />)
  await expect.element(page.getByRole('button')).toHaveAccessibleDescription(text)
})

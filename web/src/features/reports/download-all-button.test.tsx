import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { DownloadAll } from './download-all-button.tsx'

test('the button keeps the focus while it downloads, and does not start a second download', async () => {
  let starts = 0
  function Harness() {
    const [isRunning, setIsRunning] = useState(false)
    const start = () => {
      starts += 1
      setIsRunning(true)
    }
    return <DownloadAll total={3} shown={3} days={{}} isRunning={isRunning} disabled={false} onDownload={start} />
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

const date = '2026-11-17T00:00:00.000Z'

test.each([
  ['Download these 3', { date }, 3],
  ['Download all 250', {}, 250],
] as const)('under a filter the button asks which reports to download: %s', async (name, days, total) => {
  const chosen: unknown[] = []
  const onDownload = (...what: unknown[]) => chosen.push(what)
  render(
    <DownloadAll total={250} shown={3} days={{ date }} isRunning={false} disabled={false} onDownload={onDownload} />,
  )
  await page.getByRole('button', { name: 'Download all' }).click()
  await expect.element(page.getByText('The list is filtered: 17 November 2026.')).toBeVisible()
  expect(chosen).toEqual([])
  await page.getByRole('button', { name, exact: true }).click()
  expect(chosen).toEqual([[days, total]])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { IdleDialog } from './idle-dialog.tsx'

const before = document.title
afterEach(() => void (document.title = before))

test('the end of the session is announced at 60 and 20 seconds, and shown in the title of the tab', async () => {
  document.title = 'Users · Health Console'
  const dialog = (seconds: number) => (
    <IdleDialog endsAtMs={Date.now() + seconds * 1000} onStay={() => undefined} onLogOut={() => undefined} />
  )
  const { rerender } = render(dialog(600))
  await expect.poll(() => document.title).toMatch(/^Session ends in (10:00|9:\d\d) · Users · Health Console$/)
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('')
  rerender(dialog(60))
  await expect.element(alert).toHaveTextContent('You’ll be signed out in 1 minute.')
  rerender(dialog(20))
  await expect.element(alert).toHaveTextContent('You’ll be signed out in 20 seconds.')
  rerender(<p>Active again</p>)
  await expect.poll(() => document.title).toBe('Users · Health Console')
})

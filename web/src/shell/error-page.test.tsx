import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { ErrorPage } from './error-page.tsx'
import { PublicActions } from './public-page.tsx'

async function open(component: () => ReactNode) {
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  await expect.element(page.getByRole('button')).toBeVisible()
}

const boxOf = (role: 'button' | 'link', name: string) =>
  page.getByRole(role, { name }).element().getBoundingClientRect()

test.each([1440, 390])('the two buttons after an error are side by side at %i px', async (width) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await page.viewport(width, 844)
  await open(() => <ErrorPage error={new Error('x')} />)
  const [home, reload] = [boxOf('link', 'Go to home'), boxOf('button', 'Try again')]
  expect(home.top).toBe(reload.top)
  expect(home.height).toBe(reload.height)
  expect(home.right).toBeLessThan(reload.left)
  logged.mockRestore()
})

test('a single button is as wide as its text, like a link', async () => {
  await open(() => (
    <PublicActions>
      <Button size="large">Try again</Button>
    </PublicActions>
  ))
  expect(boxOf('button', 'Try again').width).toBeLessThan(200)
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Sha256 } from './sha256.tsx'

const sha256 = '0123456789abcdef'.repeat(4)

afterEach(() => page.viewport(1280, 800))

test.each([
  [1280, '01234567…89abcdef'],
  [767, '0123…cdef'],
  [320, '0123…cdef'],
])('at %i px a SHA-256 is shown as %s without being clipped, and copied whole', async (width, shown) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.viewport(width, 800)
  render(
    <div style={{ width: '12rem' }}>
      <Sha256 sha256={sha256} of="version 3" />
    </div>,
  )
  const button = page.getByRole('button', { name: 'Copy SHA-256 of version 3' })
  const text = button.element().previousElementSibling
  expect(text).toHaveProperty('innerText', shown)
  expect(text?.scrollWidth).toBe(text?.clientWidth)
  await button.click()
  await expect.poll(() => write.mock.lastCall).toEqual([sha256])
})

const sources: Record<string, string> = import.meta.glob('../../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every SHA-256 on a screen is shown by one component', () => {
  const shown = Object.entries(sources)
    .filter(([file]) => !file.includes('.test.') && !file.endsWith('/sha256.tsx'))
    .flatMap(([file, source]) =>
      // A value between tags, or one that a component other than ours shows.
      [
        ...source.matchAll(/>\s*\{[\w.?]*(?:sha256|\bhash)\}|<(?!Sha256\b)\w+[^<>]*=\{[\w.?]*(?:sha256|\bhash)\}/gi),
      ].map(([found]) => `${file}: ${found}`),
    )
  expect(shown).toEqual([])
})

import { UsersIcon } from 'lucide-react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Button } from '../buttons/button.tsx'
import { PageHeader } from './page-header.tsx'

afterEach(() => page.viewport(1280, 800))

test.each([1280, 768, 390])('at %d px a name without a break stays inside the header', async (width) => {
  await page.viewport(width, 800)
  const name = 'A'.repeat(200)
  const users = (
    <a key="users" href="#users">
      Users
    </a>
  )
  const { host } = render(
    <PageHeader
      breadcrumb={<Breadcrumb parent={users} current={name} />}
      icon={UsersIcon}
      title={name}
      count={12}
      tools={<Button>Download all</Button>}
      hasFixedTools
    />,
  )
  const right = (element: Element) => element.getBoundingClientRect().right
  const edge = host.getBoundingClientRect().right
  const texts = [...host.querySelectorAll('h1, h1 > span, [aria-current=page]')]
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(right(text)).toBeLessThanOrEqual(edge)
  const title = host.querySelector('h1')?.getBoundingClientRect()
  const tool = host.querySelector('button')?.getBoundingClientRect()
  expect(title && tool && (title.right <= tool.left || title.bottom <= tool.top)).toBe(true)
})

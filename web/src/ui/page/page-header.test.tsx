import { UsersIcon } from 'lucide-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Button } from '../buttons/button.tsx'
import { PageHeader } from './page-header.tsx'

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

const wordsOf = (letters: number) => 'Anastasia Featherstonehaugh-Cholmondeley Llewellyn-Bowen'.slice(0, letters)

test.each([
  ['Siân Llewellyn', { isBeside: true, lines: 1 }],
  [wordsOf(27), { isBeside: true, lines: 1 }],
  [wordsOf(40), { isBeside: true, lines: 1 }],
  [wordsOf(41), { isBeside: false, lines: 1 }],
  [wordsOf(56), { isBeside: false, lines: 1 }],
])('at 1440 px the title for %s is one line, beside the tools up to 40 letters', async (name, expected) => {
  await page.viewport(1440, 900)
  const { host } = render(
    <div style={{ width: 1440 - 248 - 64 }}>
      <PageHeader
        icon={UsersIcon}
        title={`${name}\`s reports`}
        count={58}
        tools={
          <>
            <div style={{ width: 280, height: 36 }} />
            <Button startIcon={UsersIcon}>Download all</Button>
            <div style={{ width: 36, height: 36 }} />
          </>
        }
        hasFixedTools
      />
    </div>,
  )
  await document.fonts.ready
  const title = host.querySelector('h1')?.getBoundingClientRect()
  const tool = host.querySelector('button')?.getBoundingClientRect()
  if (!title || !tool) throw new Error('The header has no title or no tool')
  expect({ isBeside: tool.top < title.bottom, lines: Math.round(title.height / 36) }).toEqual(expected)
})

test.each([
  ['Admins', '16px', { isBeside: true, lines: 1 }],
  ['Service accounts', '16px', { isBeside: true, lines: 1 }],
  ['Service accounts', '32px', { isBeside: false, lines: 2 }],
])('on a phone the badge of %s breaks no word of the title at a text size of %s', async (title, size, expected) => {
  await page.viewport(390, 800)
  document.documentElement.style.fontSize = size
  const { host } = render(
    <PageHeader
      icon={UsersIcon}
      title={title}
      badge={<span style={{ font: '0.75rem sans-serif', whiteSpace: 'nowrap' }}>1 needs a new owner</span>}
      below={<p>Last reviewed 17 October 2026</p>}
      tools={<div style={{ height: 44 }} />}
    />,
  )
  await document.fonts.ready
  const heading = host.querySelector('h1')?.getBoundingClientRect()
  const badge = page.getByText('1 needs a new owner').element().getBoundingClientRect()
  document.documentElement.style.fontSize = ''
  if (!heading) throw new Error('The header has no title')
  const lines = Math.round(heading.height / (1.875 * Number.parseInt(size)))
  expect({ isBeside: badge.top < heading.bottom, lines }).toEqual(expected)
})

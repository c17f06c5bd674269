import { pageMeta } from '@health-console/contract/http/paging.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Pagination } from './pagination.tsx'

const pager = page.getByRole('navigation', { name: 'Pagination' })
const cells = () => [...pager.element().querySelectorAll('li')].slice(1, -1).map((cell) => cell.textContent)

function Pages({ start, total }: { start: number; total: number }) {
  const [current, setCurrent] = useState(start)
  return (
    <Pagination
      page={current}
      meta={pageMeta(current, 20, total)}
      onPage={setCurrent}
      hrefOf={(number) => `/somewhere?page=${number}`}
      isOld={false}
    />
  )
}

test.each([
  [1, 1524, 'Showing 1-20 of 1,524 results'],
  [39, 1524, 'Showing 761-780 of 1,524 results'],
  [77, 1524, 'Showing 1,521-1,524 of 1,524 results'],
  [2, 21, 'Showing 21-21 of 21 results'],
])('the pager shows the right range for page %i of %i items', (start, total, text) => {
  render(<Pages start={start} total={total} />)
  expect(pager.element().querySelector('p')?.textContent).toBe(text)
})

test('the pager moves by number and by step, and its ends are disabled, not hidden', async () => {
  render(<Pages start={1} total={1524} />)
  const previous = pager.getByRole('button', { name: 'Previous page' })
  const next = pager.getByRole('button', { name: 'Next page' })
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
  expect(cells()).toEqual(['1', '2', '3', '…', '77'])
  await pager.getByRole('link', { name: 'Page 3' }).click()
  await expect.element(pager.getByRole('link', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  expect(cells()).toEqual(['1', '2', '3', '4', '5', '…', '77'])
  await next.click()
  await expect.element(pager.getByRole('link', { name: 'Page 4' })).toHaveAttribute('aria-current', 'page')
  await previous.click()
  await pager.getByRole('link', { name: 'Page 77' }).click()
  await previous.click()
  await next.click()
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await expect.element(next).toHaveFocus()
})

test('[widgets-23] the pages are links, and a plain click does not reload', async () => {
  render(<Pages start={1} total={200} />)
  const second = pager.getByRole('link', { name: 'Page 2' })
  await expect.element(second).toHaveAttribute('href', '/somewhere?page=2')
  const before = location.href
  await second.click()
  await expect.element(second).toHaveAttribute('aria-current', 'page')
  expect(location.href).toBe(before)
})

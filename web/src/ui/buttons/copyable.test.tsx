import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Copyable } from './copyable.tsx'

const button = page.getByRole('button', { name: 'Copy Member ID HM-1' })
// A browser without a pointer that can hover always shows the button.
const unhovered = () => (matchMedia('(hover: none)').matches ? '1' : '0')
const opacity = () => getComputedStyle(button.element()).opacity

test('the copy button appears on hover and on focus, and copies the whole text', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  render(
    <>
      <p>Elsewhere</p>
      <Copyable text="HM-1" what="Member ID HM-1">
        HM…
      </Copyable>
    </>,
  )
  const elsewhere = page.getByText('Elsewhere')
  await elsewhere.hover()
  await expect.poll(opacity).toBe(unhovered())
  await page.getByText('HM…').hover()
  await expect.poll(opacity).toBe('1')
  await elsewhere.hover()
  await expect.poll(opacity).toBe(unhovered())
  await userEvent.keyboard('{Tab}')
  await expect.poll(opacity).toBe('1')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Copied Member ID HM-1' })).toHaveFocus()
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
  expect(write).toHaveBeenCalledWith('HM-1')
})

test('a link whose end is cut off has its whole focus ring around the visible part', async () => {
  render(
    <div style={{ width: '6rem' }}>
      <Copyable text="ada@hospital.example" what="email address ada@hospital.example">
        <a href="#mail">ada@hospital.example</a>
      </Copyable>
    </div>,
  )
  await userEvent.tab()
  const link = page.getByRole('link').element()
  expect(document.activeElement).toBe(link)
  const ringed = [...document.querySelectorAll('*')].filter((each) => getComputedStyle(each).outlineStyle === 'solid')
  expect(ringed).toEqual([link.parentElement])
  expect(link.parentElement?.getBoundingClientRect().width).toBeLessThan(link.getBoundingClientRect().width)
})

test('on a phone the touch target of a link does not reach beyond its text, because Firefox would cut the text off', async () => {
  await page.viewport(390, 800)
  render(
    <Copyable text="ada@hospital.example" what="email address ada@hospital.example">
      <a className="link" href="#mail">
        ada@hospital.example
      </a>
    </Copyable>,
  )
  const text = page.getByRole('link').element().parentElement
  expect(text?.scrollWidth).toBe(text?.clientWidth)
})

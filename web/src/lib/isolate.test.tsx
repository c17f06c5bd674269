import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { isolate } from './isolate.ts'

// These tests run in a browser, because it decides the order of the characters.

test.each(['Ada Lovelace', 'Łukasz O’Brien-Ólafsdóttir', '李小龍', '123-4', ''])('%s stays as it is', (text) => {
  expect(isolate(text)).toBe(text)
})

test('invisible characters are shown by their codes', () => {
  expect(isolate('Ada\u2069\u202egnp')).toBe('Ada[U+2069][U+202E]gnp')
  expect(isolate('\u202bעדה')).toBe('\u2068[U+202B]עדה\u2069')
})

test.each([
  ['Hebrew', 'עדה 12'],
  ['Arabic', 'مريم'],
])('%s does not reverse the text that follows', (_what, name) => {
  const { host } = render(
    <h1 style={{ fontSize: 20 }}>
      {isolate(name)}`s reports <b>12</b>
    </h1>,
  )
  expect(isSet(host, ['`', 's', 'r', 'p', 't'])).toBe(true)
  expect(host.querySelector('b')?.getBoundingClientRect().left).toBeGreaterThan(leftOf(host, 'ports'))
})

/** Whether these letters, the first of which marks the start of our text, are laid out from left to right. */
function isSet(host: HTMLElement, letters: string[]): boolean {
  const lefts = letters.map((letter) => leftOf(host, letter))
  return lefts.every((left, index) => index === 0 || left > (lefts[index - 1] ?? 0))
}

/** The left edge of a text within the first text node of ours. */
function leftOf(host: HTMLElement, text: string): number {
  const node = [...(host.querySelector('h1')?.childNodes ?? [])].find(({ textContent }) => textContent?.startsWith('`'))
  const at = node?.textContent?.indexOf(text) ?? -1
  if (!node || at < 0) throw new Error(`no ${text}`)
  const range = document.createRange()
  range.setStart(node, at)
  range.setEnd(node, at + 1)
  return range.getBoundingClientRect().left
}

import vm from 'node:vm'
import { expect, test } from 'vitest'
import { type Expression, expressionsIn } from './expressions.ts'
import { inputsFor, write } from './worst-inputs.ts'

/** Expressions whose time grows faster than the length of the text, and why none of them is used on a long text. */
const bounded: Record<string, string> = {
  [String.raw`/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g`]: 'a number format of more than 255 characters is not read',
  [String.raw`/"[^"]*"?|\\.|[_*].|\[[^\]]*\]|general|e[+-]|./gisu`]: 'a number format as well',
  [String.raw`/\[(h+|m+|s+)\]/i`]: 'a number format as well',
  [String.raw`/[^\s'"<]+@[^\s'">]+/g`]: 'the first 300 characters of a description are read',
  [String.raw`/\bVersion\/.+ Safari\//`]: 'the first 300 characters of a browser’s name are kept',
  [String.raw`/^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/`]: 'a setting of the operator',
}
const expressions = expressionsIn(['server/src/**/*.{ts,mjs}', 'formats/src/**/*.ts', 'contract/src/**/*.ts'])
const written = ({ source, flags }: Expression) => `/${source}/${flags}`

const searchedCharacters = 4 * 1024
const fullCharacters = 512 * 1024
/**
 * If the time grew with the square of the length, 512 KiB would take minutes; otherwise it takes milliseconds. The
 * limit is enough even for a busy machine.
 */
const limitMs = 60_000
const context = vm.createContext({ now: () => performance.now() })
// This runs in the context, because each call with a limit starts a thread.
const time = vm.runInContext(
  `(expression, texts) => texts.map((text) => {
    const beginMs = now()
    if (expression.global) text.replaceAll(expression, '')
    else expression.test(text)
    return now() - beginMs
  })`,
  context,
)

test('regular expressions are found in the sources', () => expect(expressions.length).toBeGreaterThan(150))

test('every expression with a documented limit still exists', () => {
  const all = expressions.map(written)
  expect(Object.keys(bounded).filter((expression) => !all.includes(expression))).toEqual([])
})

test.each(expressions.filter((expression) => !(written(expression) in bounded)).map((each) => [written(each), each]))(
  'the worst 512 KiB for an expression are read in time: %s',
  (_, expression) => {
    const inputs = inputsFor(expression)
    const tookMs = match(
      expression,
      inputs.map((input) => write(input, searchedCharacters)),
    )
    const slowest = inputs
      .map((input, at) => ({ input, ms: tookMs[at] ?? 0 }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, 3)
    for (const { input } of slowest) match(expression, [write(input, fullCharacters)])
  },
)

/** @returns the milliseconds that each text needed. @throws Error if the limit is exceeded */
function match({ source, flags, places }: Expression, texts: string[]): number[] {
  Object.assign(context, { time, texts, expression: new RegExp(source, flags) })
  try {
    return vm.runInContext('time(expression, texts)', context, { timeout: limitMs }) as number[]
  } catch {
    throw new Error(`Over ${limitMs} ms for ${JSON.stringify(texts[0]?.slice(0, 60))}, in ${places.join(', ')}`)
  }
}

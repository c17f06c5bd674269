import vm from 'node:vm'
import { expect, test } from 'vitest'
import { type Expression, expressionsIn } from './expressions.ts'
import { inputsFor, write } from './worst-inputs.ts'

/** Expressions of which the time grows faster than the text, and why none of them meets a long one. */
const bounded: Record<string, string> = {
  [String.raw`/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g`]: 'a number format of more than 255 characters is not read',
  [String.raw`/"[^"]*"?|\\.|[_*].|\[[^\]]*\]|general|e[+-]|./gisu`]: 'a number format as well',
  [String.raw`/\[(h+|m+|s+)\]/i`]: 'a number format as well',
  [String.raw`/[^\s'"<]+@[^\s'">]+/g`]: 'the first 300 characters of a description are read',
  [String.raw`/\bVersion\/.+ Safari\//`]: 'the first 300 characters of a browser’s name are kept',
  [String.raw`/^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/`]: 'a setting of the operator',
  [String.raw`/\.?0+$/`]: 'a number that the console has written itself',
}
const expressions = expressionsIn(['server/src/**/*.{ts,mjs}', 'formats/src/**/*.ts', 'contract/src/**/*.ts'])
const written = ({ source, flags }: Expression) => `/${source}/${flags}`

const searchedCharacters = 16 * 1024
const fullCharacters = 1024 * 1024
/** With the square of the length, 1 MiB takes an hour: enough also for a machine that does much else. */
const limitMs = 120_000
const context = vm.createContext({})

test('the sources have expressions', () => expect(expressions.length).toBeGreaterThan(150))

test('what is said to be bounded is still there', () => {
  const all = expressions.map(written)
  expect(Object.keys(bounded).filter((expression) => !all.includes(expression))).toEqual([])
})

test.each(expressions.filter((expression) => !(written(expression) in bounded)).map((each) => [written(each), each]))(
  'the worst 1 MiB for an expression is read in time: %s',
  (_, expression) => {
    const inputs = inputsFor(expression)
    const timed = inputs.map((input) => ({ input, ms: match(expression, write(input, searchedCharacters)) }))
    const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, 3)
    for (const { input } of slowest) match(expression, write(input, fullCharacters))
  },
)

/** @returns the milliseconds it took. @throws Error beyond the limit */
function match({ source, flags, places }: Expression, text: string): number {
  Object.assign(context, { text, expression: new RegExp(source, flags) })
  const beginMs = performance.now()
  const code = flags.includes('g') ? "text.replaceAll(expression, '')" : 'expression.test(text)'
  try {
    vm.runInContext(code, context, { timeout: limitMs })
  } catch {
    throw new Error(`Over ${limitMs} ms for ${JSON.stringify(text.slice(0, 60))}, in ${places.join(', ')}`)
  }
  return performance.now() - beginMs
}

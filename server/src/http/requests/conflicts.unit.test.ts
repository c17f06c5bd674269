import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sources = path.resolve(import.meta.dirname, '../..')

/** Conflicts after which nothing is to be done: what was asked for is so already, or no one reads the answer. */
const done = [
  'The caller did not wait for the response.',
  'This is already the current table.',
  'This is already the current version.',
  'Two-step sign-in isn’t set up.',
  'No authenticator app is set up.',
  '… hasn’t set up two-step sign-in.',
  // It says where the other one is.
  'This passkey is already in your list, as “…”.',
  'This is the content of version …, which was withdrawn: …',
]

test('every conflict says what can be done, or where the other one is seen', () => {
  const sentences = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => conflictsIn(readFileSync(path.join(sources, file), 'utf8')))
  expect(sentences.length).toBeGreaterThan(60)
  expect(done.filter((sentence) => !sentences.includes(sentence))).toEqual([])
  expect(sentences.filter((sentence) => !done.includes(sentence) && !hasWayOn(sentence))).toEqual([])
})

/** Whether a second sentence follows, or the only one is a request. */
const hasWayOn = (sentence: string) => /\. \S|^… \p{Lu}|^(?:Open|Start) /u.test(sentence)

/** The texts in calls of `conflict`, with … for what is filled in. */
function conflictsIn(source: string): string[] {
  return [...source.matchAll(/\bconflict\(/g)].flatMap(({ index }) => {
    const argument = argumentAt(source, index + 'conflict('.length)
    return [...argument.matchAll(/`((?:\$\{[^`]*?\}|[^`$])*)`|'([^'\n]*)'/g)]
      .map(([, template, plain]) => (template ?? plain ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…'))
      .filter((text) => text.split(' ').length > 3)
  })
}

function argumentAt(source: string, start: number): string {
  let depth = 1
  let end = start
  while (depth > 0 && end < source.length) {
    if (source[end] === '(') depth += 1
    if (source[end] === ')') depth -= 1
    end += 1
  }
  return source.slice(start, end - 1)
}

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sources = path.join(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) => !/\.test\.|testing\//.test(file))
/** Sentences that say that someone is emailed. */
const sentences = /(?:(?:is|are|been|be|we’ve) emailed|we’ll email|email(?:s)? (?:will be|was|were|has been) sent)/i
/** These are shown only where email is sent, by another condition than `ifMailed`. */
const conditional = new Map([
  ['features/email-changes/undo-email-change-page.tsx', 'the sentence without email returns before'],
  ['features/first-steps/first-steps.tsx', 'the server says that no email has been sent'],
  ['features/files/review/review-foot.tsx', '`sendsMail` decides about its element'],
])

test('every sentence about an email is shown only where the console sends email', () => {
  const found = files.flatMap((file) => {
    const lines = readFileSync(path.join(sources, file), 'utf8').split('\n')
    const code = lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    return code.filter((line) => sentences.test(line)).map((line) => [file, line.trim()] as const)
  })
  const unconditional = found.filter(([file, line]) => !conditional.has(file) && !line.includes('ifMailed('))
  expect(unconditional).toEqual([])
  expect(found.length).toBeGreaterThanOrEqual(4)
  for (const file of conditional.keys()) expect(found.map(([name]) => name)).toContain(file)
})

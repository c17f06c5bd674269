import { expect, test } from 'vitest'
import { modelNames } from './model-names.ts'

const llm = 'ab'.repeat(32)
const encoder = 'cd'.repeat(32)
const versions = [
  { sha256: llm, name: 'LLM', version: 9 },
  { sha256: llm, name: 'LLM', version: 7 },
  { sha256: encoder, name: 'encoder', version: 3 },
]
const keys = ['model.llm', 'encoderSha256']
const namesIn = (document: Parameters<typeof modelNames>[0], input = keys) =>
  modelNames(document, { keys: input, versions })

test('a report names the versions with its SHA-256 values, and says where one is unknown', () => {
  expect(namesIn({ model: { llm: llm.toUpperCase() }, encoderSha256: encoder })).toBe('LLM v7, encoder v3')
  expect(namesIn({ encoderSha256: [encoder, 'ef'.repeat(32)] })).toBe('encoder v3, unknown version')
  expect(namesIn({ model: { llm: 7 }, encoderSha256: { of: encoder } })).toBe('unknown version')
})

test('a report without these keys, or a console without the setting, names no versions', () => {
  expect(namesIn({ model: { other: llm }, encoderSha256: null })).toBe('')
  expect(namesIn({ encoderSha256: encoder }, [])).toBe('')
})

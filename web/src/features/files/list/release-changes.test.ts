import { expect, test } from 'vitest'
import { changeOf } from './release-changes.ts'

test.each([
  [{ fact: 'quantisation', from: 'Q4_0', to: 'Q4_K_M' } as const, 'quantisation Q4_0 → Q4_K_M'],
  [{ fact: 'contextLength', from: null, to: 32_768 } as const, 'context length - → 32,768'],
  [{ fact: 'nodeCount', from: 9, to: 10 } as const, 'nodes 9 → 10'],
  [{ fact: 'lineCount', from: 3, to: 4 } as const, 'lines 3 → 4'],
])('[files-27] a release says what changed', (change, text) => {
  expect(changeOf(change)).toBe(text)
})

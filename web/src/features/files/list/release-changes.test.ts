import { expect, test } from 'vitest'
import { changesOf } from './release-changes.ts'

test.each([
  [{ fact: 'quantisation', from: 'Q4_0', to: 'Q4_K_M' } as const, 'quantisation Q4_0 → Q4_K_M'],
  [{ fact: 'contextLength', from: null, to: 32_768 } as const, 'context length - → 32,768'],
  [{ fact: 'nodeCount', from: 9, to: 10 } as const, 'nodes 9 → 10'],
])('[files-27] a release says what changed', (change, text) => {
  expect(changesOf({ changes: [change] })).toEqual([text])
})

test.each([
  [{ added: 2, removed: 1 }, ['2 lines added, 1 removed']],
  [{ added: 1, removed: 1200 }, ['1 line added, 1,200 removed']],
  [{ added: 1, removed: 0 }, ['1 line added']],
  [{ added: 0, removed: 3 }, ['3 lines removed']],
  [{ added: 0, removed: 0 }, ['no line changed']],
  [null, []],
])('[files-27] a release of a prompt says how many lines changed', (changedLines, texts) => {
  expect(changesOf({ changedLines })).toEqual(texts)
})

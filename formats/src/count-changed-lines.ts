import type { ChangeObject } from 'diff'

/** Texts with more changed lines share too little for a useful comparison. */
export const maxChangedLines = 2000

/**
 * How many lines were added and removed, or null if the texts share too little. It pauses between the steps of the
 * comparison, so that a server can do other work.
 */
export async function countChangedLines(
  before: string,
  after: string,
): Promise<{ added: number; removed: number } | null> {
  // Only a server that compares versions loads the library.
  const { diffLines } = await import('diff')
  const changes = await new Promise<ChangeObject<string>[] | undefined>((resolve) => {
    diffLines(before, after, { maxEditLength: maxChangedLines, callback: resolve })
  })
  if (changes === undefined) return null
  const count = (kind: 'added' | 'removed') =>
    changes.filter((change) => change[kind]).reduce((lines, change) => lines + change.count, 0)
  return { added: count('added'), removed: count('removed') }
}

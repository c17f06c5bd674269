import { type ChangeObject, diffLines, structuredPatch } from 'diff'

/** Texts with more changed lines share too little for a useful comparison. */
const maxChangedLines = 2000

const contextLines = 3

type DifferenceLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** A run of changed lines with some context; line numbers start at 1. */
type DifferenceHunk = { beforeLine: number; afterLine: number; lines: DifferenceLine[] }

export type PromptDifference = { addedLines: number; removedLines: number; hunks: DifferenceHunk[] }

/** The lines in which two texts differ, or null if they share too little for a useful comparison. */
export function comparePrompts(before: string, after: string): PromptDifference | null {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: contextLines,
    maxEditLength: maxChangedLines,
  })
  if (patch === undefined) return null
  const hunks = patch.hunks.map((hunk) => ({
    beforeLine: hunk.oldStart,
    afterLine: hunk.newStart,
    lines: hunk.lines.filter((line) => !line.startsWith('\\')).map(differenceLine),
  }))
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    addedLines: lines.filter((line) => line.kind === 'added').length,
    removedLines: lines.filter((line) => line.kind === 'removed').length,
    hunks,
  }
}

/**
 * How many lines were added and removed, or null if the texts share too little. It pauses between the steps of the
 * comparison, so that a server can do other work.
 */
export async function countChangedLines(
  before: string,
  after: string,
): Promise<{ added: number; removed: number } | null> {
  const changes = await new Promise<ChangeObject<string>[] | undefined>((resolve) => {
    diffLines(before, after, { maxEditLength: maxChangedLines, callback: resolve })
  })
  if (changes === undefined) return null
  const count = (kind: 'added' | 'removed') =>
    changes.filter((change) => change[kind]).reduce((lines, change) => lines + change.count, 0)
  return { added: count('added'), removed: count('removed') }
}

function differenceLine(line: string): DifferenceLine {
  const text = line.slice(1)
  if (line.startsWith('+')) return { kind: 'added', text }
  if (line.startsWith('-')) return { kind: 'removed', text }
  return { kind: 'same', text }
}

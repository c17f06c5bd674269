import { structuredPatch } from 'diff'
import { maxChangedLines } from './count-changed-lines.ts'

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

function differenceLine(line: string): DifferenceLine {
  const text = line.slice(1)
  if (line.startsWith('+')) return { kind: 'added', text }
  if (line.startsWith('-')) return { kind: 'removed', text }
  return { kind: 'same', text }
}

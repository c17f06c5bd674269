import type { FactChange, FileRelease } from '@health-console/contract/files/files.ts'
import { isolate } from '../../../lib/isolate.ts'
import { linesOf } from '../changed-lines.ts'
import { formatCount } from '../../../lib/numbers.ts'

const names = {
  quantisation: 'quantisation',
  contextLength: 'context length',
  nodeCount: 'nodes',
} satisfies Record<FactChange['fact'], string>

/** Describes what changed: "quantisation Q4_0 → Q4_K_M", or "2 lines added, 1 removed". */
export function changesOf({ changes = [], changedLines }: Pick<FileRelease, 'changes' | 'changedLines'>): string[] {
  const lines = changedLines ? [linesOf(changedLines)] : []
  return [...changes.map(({ fact, from, to }) => `${names[fact]} ${show(from)} → ${show(to)}`), ...lines]
}

function show(value: FactChange['from']): string {
  if (value === null) return '-'
  return typeof value === 'number' ? formatCount(value) : isolate(value)
}

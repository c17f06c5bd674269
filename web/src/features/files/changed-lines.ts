import { formatCount } from '../../lib/numbers.ts'

/** Describes how many lines of a text differ from another: "2 lines added, 1 removed". */
export function linesOf({ added, removed }: { added: number; removed: number }): string {
  const lines = (count: number) => `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`
  if (added === 0) return removed === 0 ? 'no line changed' : `${lines(removed)} removed`
  return removed === 0 ? `${lines(added)} added` : `${lines(added)} added, ${formatCount(removed)} removed`
}

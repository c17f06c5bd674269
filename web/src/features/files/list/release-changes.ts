import type { FactChange } from '@health-console/contract/files.ts'
import { isolate } from '../../../lib/isolate.ts'
import { formatCount } from '../../../lib/numbers.ts'

const names = {
  quantisation: 'quantisation',
  contextLength: 'context length',
  nodeCount: 'nodes',
  lineCount: 'lines',
} satisfies Record<FactChange['fact'], string>

/** Describes what changed: "quantisation Q4_0 → Q4_K_M". */
export const changeOf = ({ fact, from, to }: FactChange): string => `${names[fact]} ${show(from)} → ${show(to)}`

function show(value: FactChange['from']): string {
  if (value === null) return '-'
  return typeof value === 'number' ? formatCount(value) : isolate(value)
}

import type { FileSummary } from '@health-console/formats/inspect.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import styles from './file-summary.module.css'

/** What a file says about its content, in a few lines. */
export function FileSummaryList({ summary }: { summary: FileSummary }) {
  return (
    <dl className={styles.summary}>
      {factsOf(summary).map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Fact = [term: string, value: string]

function factsOf(summary: FileSummary): Fact[] {
  switch (summary.kind) {
    case 'gguf':
      return [
        ['Architecture', summary.architecture ?? '-'],
        ['Parameters', toMagnitude(summary.parameterCount)],
        ['Quantisation', summary.quantisation ?? '-'],
        ['Context length', summary.contextLength === null ? '-' : formatCount(summary.contextLength)],
      ]
    case 'onnx':
      return [
        ['Opset', summary.opsets.map(({ domain, version }) => [domain, version].filter(Boolean).join(' ')).join(', ')],
        ['Inputs', summary.inputs.map(toSignature).join(', ') || '-'],
        ['Outputs', summary.outputs.map(toSignature).join(', ') || '-'],
      ]
    case 'txt':
      return [
        ['Lines', formatCount(summary.lineCount)],
        ['Characters', formatCount(summary.characterCount)],
      ]
  }
}

/** 7240000000 -> "7.24 B" */
function toMagnitude(count: number): string {
  const [divisor, letter] = count >= 1e9 ? [1e9, 'B'] : count >= 1e6 ? [1e6, 'M'] : [1, '']
  if (divisor === 1) return formatCount(count)
  return `${(count / divisor).toFixed(2)}\u00a0${letter}`
}

/** "signal float32 [1, 1250]". A dimension without a fixed length is shown by its name. */
function toSignature({ name, type, shape }: Extract<FileSummary, { kind: 'onnx' }>['inputs'][number]): string {
  return [isolate(name), type, shape && `[${shape.map((side) => side ?? '?').join(', ')}]`].filter(Boolean).join(' ')
}

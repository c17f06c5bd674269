import type { FileFacts } from '@health-console/contract/files/facts.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'

/** A term and its value, in the order in which they are shown. */
type Fact = [term: string, value: string]

export function factsOf(facts: FileFacts): Fact[] {
  switch (facts.kind) {
    case 'gguf':
      return [
        ['Architecture', isolate(facts.architecture)],
        ['Parameters', toMagnitude(facts.parameterCount)],
        ['Quantisation', facts.quantisation ?? '-'],
        ['Context length', facts.contextLength === null ? '-' : formatCount(facts.contextLength)],
        ...(facts.tokenizer ? [['Tokenizer', tokenizerOf(facts.tokenizer)] satisfies Fact] : []),
        [
          'Chat templates',
          facts.templates.map(({ name }) => (name === '' ? 'default' : isolate(name))).join(', ') || '-',
        ],
      ]
    case 'onnx':
      return [
        ['Opset', facts.opsets.map(({ domain, version }) => `${isolate(domain)} ${version}`).join(', ')],
        ['Inputs', facts.inputs.map(toSignature).join(', ') || '-'],
        ['Outputs', facts.outputs.map(toSignature).join(', ') || '-'],
        ['Nodes', formatCount(facts.nodeCount)],
      ]
    case 'txt':
      return [
        ['Lines', formatCount(facts.lineCount)],
        ['Characters', formatCount(facts.characterCount)],
      ]
  }
}

function tokenizerOf({ model, tokens }: { model: string; tokens: number | null }): string {
  return tokens === null ? isolate(model) : `${isolate(model)}, ${formatCount(tokens)} tokens`
}

/** Formats a large number: 7240000000 becomes "7.24 B". */
function toMagnitude(count: number): string {
  const [divisor, letter] = count >= 1e9 ? [1e9, 'B'] : count >= 1e6 ? [1e6, 'M'] : [1, '']
  if (divisor === 1) return formatCount(count)
  return `${(count / divisor).toFixed(2)}\u00a0${letter}`
}

/** Describes a tensor: "signal float32 [1, 1250]". A dimension without a fixed length is shown by its name. */
function toSignature({ name, type, shape }: Extract<FileFacts, { kind: 'onnx' }>['inputs'][number]): string {
  return [isolate(name), type, shape && `[${shape.map((side) => side ?? '?').join(', ')}]`].filter(Boolean).join(' ')
}

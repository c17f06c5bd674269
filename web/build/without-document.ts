import { parseSync, type Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Cut = { start: number; end: number; text: string }

/** The properties of an endpoint that only the OpenAPI document shows. */
const shown = new Set(['summary', 'returns', 'headers', 'otherStatuses'])

/**
 * Removes from the contract what only the OpenAPI document shows: descriptions, and some properties of endpoints.
 * Otherwise every page would fetch many kilobytes of it.
 */
export function withoutDocument(): Plugin {
  return {
    name: 'without-document',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w/-]+\.ts$/ },
      handler: (code, id) => ({ code: cutDocument(id, code), map: null }),
    },
  }
}

/** The code of a module of the contract without it. */
function cutDocument(name: string, code: string): string {
  const cuts: Cut[] = []
  collectCuts(parseSync(name, code).program as unknown as Node, code, cuts)
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, cut) => text.slice(0, cut.start) + cut.text + text.slice(cut.end), code)
}

function collectCuts(node: Node, code: string, cuts: Cut[]): void {
  const call = node.type === 'CallExpression' ? (node as Node & { callee: Node; arguments: Node[] }) : undefined
  const name = call?.callee.type === 'Identifier' ? call.callee['name'] : undefined
  const [first] = call?.arguments ?? []
  if (first && (name === 'describe' || name === 'state')) {
    cuts.push({ start: node.start, end: first.start, text: '' }, { start: first.end, end: node.end, text: '' })
    return collectCuts(first, code, cuts)
  }
  if (first && name === 'endpoint') {
    for (const property of first['properties'] as (Node & { key?: Node })[]) {
      if (!shown.has(String(property.key?.['name']))) continue
      const end = code[property.end] === ',' ? property.end + 1 : property.end
      cuts.push({ start: property.start, end, text: '' })
    }
  }
  for (const value of Object.values(node))
    for (const child of [value].flat()) if (isNode(child) && !isCut(child, cuts)) collectCuts(child, code, cuts)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isCut = ({ start, end }: Node, cuts: readonly Cut[]) => cuts.some((cut) => cut.start <= start && end <= cut.end)

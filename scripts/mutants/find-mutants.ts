import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { createRandom } from '../../server/src/operations/demo/random.ts'
import { root } from '../program.ts'

/** A small change to a source that a test should detect. */
export type Mutant = { file: string; line: number; start: number; end: number; text: string; was: string }

const sources = ['server/src/**/*.ts', 'web/src/**/*.{ts,tsx}']
const notSources = ['**/*.test.ts', '**/*.test.tsx', '**/*.gen.ts', '**/*.d.ts', 'web/src/testing/**']

const otherOperators = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['&&', '||'],
  ['||', '&&'],
  ['??', '&&'],
])

/** As many as requested, selected at random; the same ones for the same files, by default all sources. */
export function chooseMutants(
  count: number,
  seed: number,
  files = globSync(sources, { cwd: root, exclude: notSources }),
): Mutant[] {
  const random = createRandom(seed)
  const all = files.toSorted().flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8')))
  const keyed = all.map((mutant) => ({ mutant, key: random.next() }))
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

/** Changed operators, conditions that are always true or false, and removed calls. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (node: ts.Node, text: string) => {
    const start = node.getStart()
    const { line } = tree.getLineAndCharacterOfPosition(start)
    found.push({ file, line: line + 1, start, end: node.end, text, was: node.getText() })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node)) {
      const other = otherOperators.get(node.operatorToken.getText())
      if (other !== undefined && !ts.isStringLiteralLike(node.left) && !ts.isStringLiteralLike(node.right))
        add(node.operatorToken, other)
    }
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition
      for (const text of ['true', 'false']) add(condition, text)
    }
    if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node.expression, 'void 0')
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) || ((ts.isAwaitExpression(node) || ts.isVoidExpression(node)) && isCall(node.expression))

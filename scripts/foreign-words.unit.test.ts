import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './program.ts'

/**
 * Objects whose keys are our own names: columns, contract paths, options, and commands, which are read with
 * `Object.hasOwn`.
 */
const allowed = [
  'server/src/run-command.ts',
  'server/src/core/database/postgres/postgres.ts',
  'server/src/http/openapi/openapi.ts',
  'server/src/features/patients/table/write-table.ts',
  'web/src/features/patients/table/table-view.ts',
]

/** Places in a source that may look up a word from outside in a plain object, where "constructor" is always found. */
function findDictionaries(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isDictionary(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${name}:${line + 1} ${node.getText().split('\n', 1)[0]}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isDictionary(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node))
    return isRecordType(node.type) && node.initializer !== undefined && ts.isObjectLiteralExpression(node.initializer)
  if (ts.isAsExpression(node)) return isRecordType(node.type)
  if (ts.isElementAccessExpression(node)) return ts.isAsExpression(node.argumentExpression)
  const isIn = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword
  return isIn && !ts.isStringLiteral(node.left) && !ts.isPrivateIdentifier(node.left)
}

const isRecordType = (type: ts.TypeNode | undefined) =>
  type !== undefined && /^(?:Readonly<|Partial<)*Record<string,/.test(type.getText())

test('no plain object is used as a dictionary of words from outside', () => {
  const names = globSync('{server,contract,formats,web}/src/**/*.{ts,tsx,mjs}', { cwd: root })
  const own = names.filter((name) => !/\.test\.tsx?$|\.gen\.ts$|samples\//.test(name) && !allowed.includes(name))
  expect(own.length).toBeGreaterThan(500)
  expect(own.flatMap((name) => findDictionaries(name, readFileSync(path.join(root, name), 'utf8')))).toEqual([])
})

test.each([
  "const sexes: Record<string, 'Female' | 'Male'> = { f: 'Female' }",
  'const counts: Readonly<Record<string, number>> = {}',
  'const found = (actions as Record<string, Facts>)[action]',
  'const page = pages[action as Action]',
  'const isKnown = (group: string) => group in groups',
])('a dictionary of words from outside is detected: %s', (source) => {
  expect(findDictionaries('some.ts', source)).toHaveLength(1)
})

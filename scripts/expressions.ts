import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
// This is TypeScript 5.9 here and elsewhere: 7 has the API for syntax trees only as unstable.
import ts from 'typescript'
import { root } from './program.ts'

export type Expression = { source: string; flags: string; places: string[] }

/** Every regular expression in these sources once, with the files that contain it. */
export function expressionsIn(sources: string[]): Expression[] {
  const found = new Map<string, Expression>()
  for (const name of globSync(sources, { cwd: root }).filter((each) => !each.endsWith('.test.ts'))) {
    const file = ts.createSourceFile(name, readFileSync(path.join(root, name), 'utf8'), ts.ScriptTarget.Latest)
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) add(node.text, name)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return [...found.values()]

  function add(literal: string, name: string): void {
    const known = found.get(literal)
    if (known) return void known.places.push(name)
    const end = literal.lastIndexOf('/')
    found.set(literal, { source: literal.slice(1, end), flags: literal.slice(end + 1), places: [name] })
  }
}

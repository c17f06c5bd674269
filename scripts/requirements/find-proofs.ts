import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../program.ts'

/** The ids at the start of a test's title, such as `[users-12] [api-3] a search …`. */
export function idsIn(title: string): string[] {
  const [start = ''] = /^(\[[a-z]+(-[a-z]+)*-\d+\]\s*)+/.exec(title) ?? []
  return [...start.matchAll(/\[([a-z-]+-\d+)\]/g)].map(([, id = '']) => id)
}

const testFiles = ['{server,contract,formats,scripts,web}/**/*.test.{ts,tsx}', 'e2e/**/*.e2e.ts']

/** The files whose titles contain each id, by id. */
export function findProofs(): Map<string, string[]> {
  const proofs = new Map<string, string[]>()
  for (const file of globSync(testFiles, { cwd: root, exclude: ['**/node_modules/**'] }).sort()) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, title = ''] of text.matchAll(/['"`](\[[a-z]+(?:-[a-z]+)*-\d+\][^\n]*)/g))
      for (const id of idsIn(title)) proofs.set(id, [...new Set([...(proofs.get(id) ?? []), file])])
  }
  return proofs
}

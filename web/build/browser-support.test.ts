import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findUnsupportedCalls, findUnsupportedStyles, sources } from './browser-support.ts'
import { oldest } from './oldest-browsers.ts'

const root = path.join(import.meta.dirname, '../..')

test('[shell-15] the pages call nothing that the oldest supported browsers lack', { timeout: 120_000 }, () => {
  expect(findUnsupportedCalls(sources())).toEqual([])
})

test('[shell-15] the built styles use nothing that the oldest supported browsers lack', () => {
  const files = globSync('web/dist/assets/*.css', { cwd: root })
  expect(files).not.toEqual([])
  for (const file of files) expect(findUnsupportedStyles(readFileSync(path.join(root, file), 'utf8'))).toEqual([])
})

test('calls are found by the type of the value, and global names by their meaning', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'calls-'))
  const file = path.join(folder, 'page.ts')
  writeFileSync(
    file,
    `export const hash = (bytes: Uint8Array) => bytes.toHex()
export const both = (left: Set<string>, right: Set<string>) => left.union(right)
export const doubled = (values: Map<string, number>) => values.values().map((value) => value * 2)
export const own = { toHex: () => 'a', union: () => 'b' }
export const fine = [own.toHex(), own.union(), [1].map(String)]
export const change = () => document.startViewTransition(() => {})
export const halves = () => new Float16Array(1)`,
  )
  try {
    const lines = findUnsupportedCalls([file]).map((line) => /:(\d+) uses ([\w.]+)/.exec(line)?.slice(1).join(' '))
    expect(lines.toSorted()).toEqual([
      '1 Uint8Array.toHex',
      '2 Set.union',
      '3 Iterator.map',
      '6 Document.startViewTransition',
      '7 Float16Array',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('styles are found by property, value, function, rule and selector, except within @supports', () => {
  const css = `a { color: light-dark(red, blue) } a:has(b) { interpolate-size: allow-keywords }
    @position-try --a { left: 0 } @supports (interpolate-size: allow-keywords) { a { interpolate-size: allow-keywords } }`
  expect(findUnsupportedStyles(css).map((line) => line.split(' is used')[0])).toEqual([
    'light-dark()',
    'interpolate-size',
    'interpolate-size: allow-keywords',
    '@position-try',
  ])
})

test('the README promises the browsers of package.json', () => {
  const names = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari' }
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  for (const [browser, version] of oldest)
    expect(readme).toMatch(new RegExp(`${names[browser]}( and Edge)? ${version.replace('.', '\\.')}\\b`))
})

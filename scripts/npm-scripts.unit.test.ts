import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './program.ts'

const manifests = globSync(['package.json', '*/package.json'], { cwd: root, exclude: ['node_modules'] })
const scripts = manifests.flatMap((file) =>
  Object.entries<string>(JSON.parse(readFileSync(path.join(root, file), 'utf8')).scripts ?? {}),
)

test('no npm script needs a POSIX shell', () => {
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter(([, line]) => /\bexec\b|\b\w+=|[;&|<>$`'"\\*~]/.test(line))).toEqual([])
})

test('only npm start and npm test install packages', () => {
  const preparing = scripts.filter(([, line]) => /prepare\.js (start|test)\b|npm (ci|install)\b/.test(line))
  expect(preparing.map(([name]) => name)).toEqual(['prestart', 'pretest'])
})

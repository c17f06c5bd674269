import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareReleases } from './compare-releases.ts'

test('two releases are compared file by file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-compare-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [one = '', other = ''] = ['one', 'other'].map((name) => path.join(folder, name))
  const pack = (place: string, files: Record<string, string>, order: string[]) => {
    mkdirSync(path.join(place, 'console'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(place, 'console', name), text)
    const names = order.map((name) => `console/${name}`)
    execFileSync('tar', ['-czf', path.join(place, 'console.tar.gz'), '--mtime=@0', '-C', place, ...names])
  }
  pack(one, { a: '1', b: '2' }, ['a', 'b'])
  pack(other, { a: '1', b: '2' }, ['b', 'a'])
  expect(await compareReleases(one, one)).toEqual([])
  expect(await compareReleases(one, other)).toEqual([
    'console.tar.gz: the files are the same, but their times, owners, modes or order differ.',
  ])
  pack(other, { a: '1', b: '3', c: '4' }, ['a', 'b', 'c'])
  writeFileSync(path.join(other, 'more.tar.gz'), '')
  expect(await compareReleases(one, other)).toEqual([
    'console.tar.gz: console/b differs.',
    'console.tar.gz: console/c differs.',
    `more.tar.gz is only in ${other}.`,
  ])
  expect(await compareReleases(path.join(one, 'console'), path.join(one, 'console'))).toHaveLength(1)
})

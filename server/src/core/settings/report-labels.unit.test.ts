import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from './config-error.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'labels-'))

function read(content: string) {
  const file = path.join(folder, 'labels.json')
  writeFileSync(file, content)
  return () => readConfig({ REPORT_LABELS: file }).reportLabels
}

test('labels are read from their file; missing fields are empty', () => {
  expect(readConfig({}).reportLabels).toBeUndefined()
  expect(read('{}')()).toEqual({ readouts: [], labels: [] })
  const readout = { title: 'BP', paths: ['bp.high', 'bp.low'], unit: 'mmHg' }
  expect(read(JSON.stringify({ readouts: [readout] }))()).toEqual({ readouts: [readout], labels: [] })
})

test.each([
  ['{', /is not JSON/],
  ['[]', /the file is wrong/],
  ['{"label":[]}', /the file is wrong: unknown field label/],
  ['{"labels":[{"path":"a"}]}', /labels\.0\.title is wrong/],
  ['{"labels":[{"path":"","title":"A"}]}', /labels\.0\.path is wrong: Must not be empty/],
  [JSON.stringify({ readouts: Array(5).fill({ title: 'A', paths: ['a'] }) }), /readouts is wrong: At most four/],
  [JSON.stringify({ labels: Array(2).fill({ path: 'a', title: 'A' }) }), /labels is wrong: A path is listed twice/],
])('the labels %s prevent the start with what is wrong', (content, message) => {
  expect(read(content)).toThrow(ConfigError)
  expect(read(content)).toThrow(message)
})

test('a missing file of labels prevents the start', () => {
  expect(() => readConfig({ REPORT_LABELS: path.join(folder, 'none.json') })).toThrow(/cannot be read/)
})

test('[operations-16] a hostile file of labels prevents the start, and none of its content is shown', () => {
  const labels = Array.from({ length: 1001 }, (_, index) => ({ path: `p${index}`, title: 'A' }))
  expect(read(JSON.stringify({ labels }))).toThrow('At most 1,000')
  expect(read(`["${'a'.repeat(1024 * 1024)}"]`)).toThrow('is longer than 1 MiB')
  expect(() => readConfig({ REPORT_LABELS: '/dev/zero' })).toThrow('is longer than 1 MiB')
  expect(() => readConfig({ REPORT_LABELS: folder })).toThrow('cannot be read: EISDIR')
  expect(read('postgres://console:hunter2@db/console')).toThrow(/which is not JSON$/)
  expect(read('['.repeat(500_000))).toThrow('is not JSON')
  expect(read('{"labels":[{"path":"a\\nb","title":"A","__proto__":{}}]}')).toThrow(ConfigError)
  const odd = [
    { path: '__proto__', title: '<script>', unit: '' },
    { path: 'constructor.name', title: 'A', unit: '' },
  ]
  expect(read(`\uFEFF${JSON.stringify({ labels: odd })}`)()).toEqual({ readouts: [], labels: odd })
})

import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AuditEventsTable } from '../database/tables/audit.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { byServer, toRow } from './entry.ts'
import { toTrailerLine } from './export-trailer.ts'
import { emptyChain, isIntact, runVerifier, toExportLine } from './verify-audit.mjs'
import { verifierFile } from './export-file.ts'

const publicUrl = 'https://console.example.org'
const signerOf = (byte: number) => createCheckpointSigner({ derive: () => Buffer.alloc(32, byte) }, { publicUrl })
const signer = signerOf(1)

const entry = { ...byServer, actorId: 'a', sessionId: 's', action: 'users.list', operator: 'root' } as const
const rows: AuditEventsTable[] = []
for (let sequence = 1; sequence <= 5; sequence += 1) {
  rows.push(toRow({ ...entry, subjects: [`user:"ö${sequence}`, 'user:2'] }, sequence, rows.at(-1) ?? emptyChain))
}
const [, , , , last] = rows as [unknown, unknown, unknown, unknown, AuditEventsTable]
const note = signer.sign(last, Date.UTC(2026, 10, 22))
const trailer = { isFiltered: false, checkpoints: [note], publicKeys: [signer.verifierKey] }

function place() {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    /** In this process: starting one costs more than what it does. */
    run: (...args: string[]) => {
      const printed = { stdout: '', stderr: '' }
      const into = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) })
      const terminal = { stdout: into('stdout'), stderr: into('stderr') }
      const status = runVerifier([path.join(folder, 'export.ndjson'), ...args], terminal)
      return { status, ...printed }
    },
  }
}

function verify(lines: string[], ...args: string[]) {
  const { folder, run } = place()
  writeFileSync(path.join(folder, 'export.ndjson'), lines.join(''))
  return run(...args)
}

const lines = rows.map(toExportLine)
const whole = [...lines, toTrailerLine(trailer)]

test('a row is intact according to the rules of its version, and not if any field is changed', () => {
  const hashed =
    '[1,1,1,"a","root","s","users.list","[\\"user:\\\\\\"ö1\\",\\"user:2\\"]","ok",null,1,null,null,"' +
    `${emptyChain.hash}"]`
  const [row] = rows
  if (!row) throw new Error('There is no row')
  expect(row.hash).toBe(hash('sha256', hashed))
  expect(isIntact(row)).toBe(true)
  for (const field of Object.keys(row) as (keyof AuditEventsTable)[]) {
    for (const value of [7, 'x', null, 'constructor']) {
      const isSame = row[field] === value
      expect({ field, value, intact: isIntact({ ...row, [field]: value }) }).toEqual({ field, value, intact: isSame })
    }
  }
})

test.each([
  ['oldest first', whole],
  ['newest first', [...lines.toReversed(), toTrailerLine(trailer)]],
  ['with line ends of another system', whole.map((line) => line.replace('\n', '\r\n'))],
])('an export that is written %s is complete', (_, content) => {
  expect(verify(content)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^The audit log is intact: 5 rows\.\nThe checkpoint of 2026-11-22T\S+ proves it up to row 5\./,
    ),
  })
})

test('a verifier key known from elsewhere is used instead of the keys in the export', () => {
  const known = verify(whole, '--key', signer.verifierKey)
  expect(known).toMatchObject({ status: 0 })
  expect(known.stdout).not.toContain('The keys are from the export')
  expect(verify(whole).stdout).toContain('The keys are from the export')
  expect(verify(whole, '--key', signerOf(2).verifierKey)).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('Ignored checkpoints without a valid signature of a known key: 1'),
  })
})

test('a checkpoint from elsewhere reveals an audit log that was forged as a whole', () => {
  const madeUp = toRow({ ...entry, subjects: [] }, 1, emptyChain)
  const forger = toTrailerLine({ ...trailer, checkpoints: [signer.sign(madeUp, 1)] })
  expect(verify([toExportLine(madeUp), forger])).toMatchObject({ status: 0 })
  const mail = path.join(place().folder, 'mail.txt')
  writeFileSync(mail, `Dear all,\n\n${note}\nKeep this.\n`)
  expect(verify([toExportLine(madeUp), forger], '--against', mail)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('broken at row 2: the tail was cut, rows 2 to 5 are missing'),
  })
})

test.each([
  ['was cut short', lines, 'There is no checkpoint to compare it with'],
  ['has lost its newest rows', [...lines.slice(0, 3), whole[5] ?? ''], 'broken at row 4: the tail was cut'],
  ['lacks a line in the middle', [...whole.slice(0, 2), ...whole.slice(3)], 'broken at row 3: row 3 was deleted.'],
  ['has a line twice', [...whole.slice(0, 3), ...whole.slice(2)], 'broken at row 3: it was inserted.'],
  [
    'has swapped lines',
    [lines[0], lines[3], lines[2], lines[1], lines[4], whole[5]],
    'broken at row 2: it was swapped with row 4.',
  ],
  ['is filtered', [...lines, toTrailerLine({ ...trailer, isFiltered: true })], 'This export was filtered'],
  ['is no export', ['hello\n'], 'This line is not JSON: hello'],
  ['has a line that is no object', withLine(3, 'null\n'), 'This line is not an entry: null'],
  ['has a line without a number', withLine(3, '{"sequence":null}\n'), 'This line is not an entry: {"sequence":null}'],
  ['is empty', [], 'The export contains no entries.'],
])('the verifier reports that an export %s', (_, content, says) => {
  const { status, stdout, stderr } = verify(content.map((line) => line ?? ''))
  expect(stdout + stderr).toContain(says)
  expect(status).toBe(says.startsWith('broken') ? 1 : 2)
})

const [first = '', , third = ''] = lines
const invented = toRow({ ...entry, subjects: ['user:invented'] }, 6, last)

/** The whole export with a line after one of its rows. */
function withLine(after: number, line: string): string[] {
  return [...lines.slice(0, after), line, ...whole.slice(after)]
}

function changed(...[from, to]: [string, string]): string[] {
  if (!third.includes(from)) throw new Error(`${third} lacks ${from}`)
  return whole.map((line) => (line === third ? line.replace(from, to) : line))
}

test.each([
  ['a row with a proof in it', withLine(5, toExportLine(invented).replace('}\n', ',"proof":1}\n')), 6],
  ['a row with an empty proof in it', withLine(5, toExportLine(invented).replace('}\n', ',"proof":null}\n')), 6],
  ['a copy of the proof between the rows', withLine(2, whole[5] ?? ''), undefined],
  ['a further field', changed('{"', '{"at":"2026","'), 3],
  ['a field of a prototype', changed('{"', '{"__proto__":{},"'), 3],
  ['a field twice', changed('{"', '{"outcome":"denied","'), 3],
  ['a missing field', changed('"operator":"root",', ''), 3],
  ['another spelling', changed('"count":1', '"count":1.0'), 3],
  ['another escape', changed('users.list', 'users\\u002elist'), 3],
  ['a space', changed('":', '": '), 3],
  ['a list as text', changed(/\[.*\]/.exec(third)?.[0] ?? '', JSON.stringify(/\[.*\]/.exec(third)?.[0])), 3],
])('an export with %s is reported as broken', (_, content, brokenAt) => {
  const { status, stdout, stderr } = verify(content)
  const says = brokenAt === undefined ? 'This line is not an entry' : `The audit log is broken at row ${brokenAt}:`
  expect(stdout + stderr).toContain(says)
  expect(status).toBe(brokenAt === undefined ? 2 : 1)
  const [newestLast, proof = ''] = [content.slice(0, -1), content.at(-1)]
  expect(verify([...newestLast.toReversed(), proof])).toMatchObject({ status })
})

test('the verdict on an export that begins after archived rows contains the version that verifies it', () => {
  const sealed = `${JSON.stringify({ proof: { ...trailer, seal: note } })}\n`
  expect(verify([...lines.slice(3), sealed])).toMatchObject({
    status: 2,
    stderr:
      'This export begins after rows that Health Console 0.3.0 or earlier has archived: verify it with the verify-audit.mjs of that version.\n',
  })
  // Leaving out the trailer, or only the rows, means deleting them.
  expect(verify([...lines.slice(3), toTrailerLine(trailer)])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('broken at row 1: rows 1 to 3 were deleted.'),
  })
})

test('a proof in another format is not accepted', () => {
  for (const proof of [
    null,
    5,
    { ...trailer, more: 1 },
    { ...trailer, publicKeys: 'x' },
    { ...trailer, checkpoints: [5] },
    { ...trailer, seal: {} },
    { ...trailer, seal: null },
    { ...trailer, isFiltered: 0 },
  ]) {
    expect(verify([...lines, `${JSON.stringify({ proof })}\n`])).toMatchObject({
      status: 2,
      stderr: 'The last line is not the proof of an export.\n',
    })
  }
})

test('no text in a file controls the terminal', () => {
  const escape = '\u{1b}[2J\u{9b}2J\u{202e}'
  const forger = createCheckpointSigner({ derive: () => Buffer.alloc(32, 3) }, { publicUrl })
  const [name, ...rest] = forger.verifierKey.split('+')
  const keys = [[`${name}${escape}`, ...rest].join('+'), forger.verifierKey]
  for (const content of [
    [`${escape}\n`],
    [...lines, toTrailerLine({ ...trailer, publicKeys: keys })],
    [...lines, toTrailerLine({ ...trailer, checkpoints: [withTime(escape)] })],
  ]) {
    const { stdout, stderr } = verify(content)
    expect(stdout + stderr).toContain('\\u{1b}[2J\\u{9b}2J\\u{202e}')
    expect(stdout + stderr).not.toMatch(/[\p{C}--\n]/v)
  }
})

/** A checkpoint of the last row at a time that the forger chooses. */
function withTime(time: string): string {
  class Time extends Date {
    override toISOString() {
      return time
    }
  }
  vi.stubGlobal('Date', Time)
  try {
    return signer.sign(last, 0)
  } finally {
    vi.unstubAllGlobals()
  }
}

test('a line of 300 MB, or a text designed to be slow, ends in an error', () => {
  const { folder, run } = place()
  const file = path.join(folder, 'export.ndjson')
  writeFileSync(file, '')
  truncateSync(file, 300 * 1024 * 1024)
  expect(run()).toMatchObject({ status: 2, stderr: 'A line is too long for an export of an audit log.\n' })
  writeFileSync(file, Buffer.concat([Buffer.from(first), Buffer.from([0xff, 0x0a])]))
  expect(run()).toMatchObject({ status: 2, stderr: 'A line is not text in UTF-8.\n' })
  writeFileSync(file, [...lines, toTrailerLine({ ...trailer, checkpoints: [note, ' '.repeat(20_000_000)] })].join(''))
  expect(run()).toMatchObject({ status: 0 })
  const heads = `a\n1\n${'A'.repeat(43)}=\n`.repeat(100_000)
  writeFileSync(file, [...lines, toTrailerLine({ ...trailer, checkpoints: [note, heads] })].join(''))
  expect(run()).toMatchObject({ status: 0 })
})

test('a missing export and a call without one are rejected', () => {
  expect(spawnSync(process.execPath, [fileURLToPath(verifierFile)], { encoding: 'utf8' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Specify one export.'),
  })
})

test('the verifier never exits with 0 without a verdict, however it is started and whatever its input', () => {
  const { folder } = place()
  const file = fileURLToPath(verifierFile)
  const link = path.join(folder, 'verify.mjs')
  symlinkSync(file, link)
  const env = { ...process.env, NODE_PRESERVE_SYMLINKS_MAIN: '1' }
  const status = (args: string[], options: object = {}) =>
    spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', ...options }).status
  expect(status([link])).toBe(2)
  expect(status([link], { env })).toBe(2)
  expect(status(['--input-type=module', '-'], { input: readFileSync(file) })).toBe(2)
  writeFileSync(path.join(folder, 'export.ndjson'), whole.join(''))
  expect(status([file, 'export.ndjson'])).toBe(0)
  for (const endless of ['/dev/zero', '/dev/null']) {
    expect(status([file, endless])).toBe(2)
    expect(status([file, 'export.ndjson', '--against', endless])).toBe(2)
  }
})

import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { AuditEventsTable } from '../database/tables/audit.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { byServer, toRow } from './entry.ts'
import { toExportLine } from './export-line.ts'
import { toTrailerLine } from './export-trailer.ts'
import { emptyChain, isIntact } from './verify-audit.mjs'
import { verifierFile } from './verifier-file.ts'

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
const trailer = { isFiltered: false, checkpoints: [note], seal: null, publicKeys: [signer.verifierKey] }

function verify(lines: string[], ...args: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'export.ndjson'), lines.join(''))
  writeFileSync(path.join(folder, 'mail.txt'), `Dear all,\n\n${note}\nKeep this.\n`)
  return spawnSync(process.execPath, [fileURLToPath(verifierFile), 'export.ndjson', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
}

const lines = rows.map(toExportLine)
const whole = [...lines, toTrailerLine(trailer)]

test('rows of every version are intact, and no longer once a field is changed', () => {
  for (const row of [...oldRows(), last]) {
    expect(isIntact(row)).toBe(true)
    for (const field of Object.keys(row) as (keyof AuditEventsTable)[]) {
      for (const value of [7, 'x', null]) {
        const changed = { ...row, [field]: value } as AuditEventsTable
        const isSame = row[field] === value
        expect({ field, value, intact: isIntact(changed) }).toEqual({ field, value, intact: isSame })
      }
    }
  }
})

/** One of each version, as the console has written them. */
function oldRows(): AuditEventsTable[] {
  const common = {
    sequence: 4,
    atMs: 10,
    actorId: 'a',
    action: 'patients.view',
    subject: '1,2',
    outcome: 'ok',
  } as const
  const rest = { address: '192.0.2.1', requestId: 'r', previousHash: 'ab'.repeat(32) }
  const unused = { operator: null, sessionId: null, subjects: '[]' }
  const hashOf = (...values: unknown[]) => hash('sha256', JSON.stringify(values))
  const first = { ...common, ...rest, ...unused, version: 1, reason: null, count: 1 }
  const second = { ...common, ...rest, ...unused, version: 2, reason: 'forbidden', count: 3 }
  const subjects = '["patient:1"]'
  const third = { ...second, version: 3, subject: null, subjects, operator: 'root', sessionId: 's' }
  const after = ['ok', 'forbidden', 3, ...Object.values(rest)]
  return [
    { ...first, hash: hashOf(...Object.values(common), ...Object.values(rest)) },
    { ...second, hash: hashOf(2, ...Object.values(common), 'forbidden', 3, ...Object.values(rest)) },
    { ...third, hash: hashOf(3, common.sequence, 10, 'a', 'root', 's', 'patients.view', subjects, ...after) },
  ]
}

test.each([
  ['oldest first', whole],
  ['newest first', [...lines.toReversed(), toTrailerLine(trailer)]],
  ['with further fields', whole.map((line) => line.replace('{"sequence"', '{"at":"2026","sequence"'))],
])('an export that is written %s is whole', (_, content) => {
  expect(verify(content)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^The audit record is intact: 5 rows\.\nThe checkpoint of 2026-11-22T\S+ proves it up to row 5\./,
    ),
  })
})

test('the key that one knows from elsewhere counts instead of those in the export', () => {
  const known = verify(whole, '--key', signer.verifierKey)
  expect(known).toMatchObject({ status: 0 })
  expect(known.stdout).not.toContain('The keys come with the export')
  expect(verify(whole).stdout).toContain('The keys come with the export')
  expect(verify(whole, '--key', signerOf(2).verifierKey)).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('without a valid signature of a known key, which were left out: 1'),
  })
})

test('a record that was made up as a whole is uncovered by a checkpoint from elsewhere', () => {
  const madeUp = toRow({ ...entry, subjects: [] }, 1, emptyChain)
  const forger = toTrailerLine({ ...trailer, checkpoints: [signer.sign(madeUp, 1)] })
  expect(verify([toExportLine(madeUp), forger])).toMatchObject({ status: 0 })
  expect(verify([toExportLine(madeUp), forger], '--against', 'mail.txt')).toMatchObject({
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
  ['is empty', [], 'There is no checkpoint to compare it with'],
])('an export that %s says so', (_, content, says) => {
  const { status, stdout, stderr } = verify(content.map((line) => line ?? ''))
  expect(stdout + stderr).toContain(says)
  expect(status).toBe(says.startsWith('broken') ? 1 : 2)
})

test('an export that does not exist and a call without one are refused', () => {
  expect(spawnSync(process.execPath, [fileURLToPath(verifierFile)], { encoding: 'utf8' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Name one export.'),
  })
})

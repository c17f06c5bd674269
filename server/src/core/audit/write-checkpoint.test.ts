import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { tamperWithLog } from '../../../testing/audit-log.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { openKeys } from '../crypto/keys.ts'
import { backgroundJobs } from '../../jobs.ts'
import { type AuditEntry, byServer } from './entry.ts'
import { readKeys } from './known-keys.ts'
import { readProof } from './proof-files.ts'
import { isSigned } from './verify-audit.mjs'
import { writeCheckpoint } from './write-checkpoint.ts'

const entry: AuditEntry = { ...byServer, action: 'users.list', subjects: [] }

function logger({ logLines }: TestApp) {
  return pino({}, { write: (line: string) => logLines.push(line) })
}

test('a checkpoint contains the number of rows and their last hash, and is written to a file and to the log', async () => {
  const testApp = await buildTestApp()
  const { context, logLines } = testApp
  await context.audit.write([entry, entry])
  const note = await writeCheckpoint(context, logger(testApp))
  const { hash } = await context.db
    .selectFrom('auditEvents')
    .select('hash')
    .where('sequence', '=', 2)
    .executeTakeFirstOrThrow()
  const { checkpoints, publicKeys } = await readProof(context.config)
  expect(checkpoints).toMatchObject([{ size: 2, hash, note }])
  expect(checkpoints.every((checkpoint) => isSigned(checkpoint, publicKeys))).toBe(true)
  expect(logLines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ checkpoint: note }))
  const folder = context.config.auditProofDir
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, 'checkpoints.txt')).mode & 0o777).toBe(0o600)
})

test('a log without an entry is signed too, so that a new console can be verified immediately', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  expect(await writeCheckpoint(context, logger(testApp))).toContain(`\n0\n${'A'.repeat(43)}=\n`)
  expect(await verifyAuditCommand.run(context, [])).toContain('is intact: 0 rows')
  await context.audit.write([entry])
  expect(await verifyAuditCommand.run(context, [])).toContain('is intact: 1 rows')
  expect(await writeCheckpoint(context, logger(testApp))).toContain('\n1\n')
})

test('[audit-10] a job signs the audit log at least once an hour', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  await context.audit.write([entry])
  const job = backgroundJobs(context, logger(testApp), undefined).find(({ name }) => name === 'sign the audit log')
  expect(job?.everyMs).toBeLessThan(3_600_000)
  await job?.work(AbortSignal.timeout(60_000))
  await job?.work(AbortSignal.timeout(60_000))
  expect((await readProof(context.config)).checkpoints).toMatchObject([{ size: 1 }, { size: 1 }])
})

test('an audit log that no longer contains the last checkpoint is reported as an error and not signed', async () => {
  const testApp = await buildTestApp()
  const { context, logLines } = testApp
  await context.audit.write([entry, entry])
  await writeCheckpoint(context, logger(testApp))
  await tamperWithLog(context, (transaction) =>
    transaction.deleteFrom('auditEvents').where('sequence', '=', 2).execute(),
  )
  await context.audit.write([entry, entry])
  expect(await writeCheckpoint(context, logger(testApp))).toBe(undefined)
  expect((await readProof(context.config)).checkpoints).toHaveLength(1)
  const [error] = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(error.msg).toContain('THE AUDIT LOG WAS CHANGED')
})

test('without a checkpoint, or with one of an unknown signer, the audit log is not reported as proven', async () => {
  const { context, ...testApp } = await buildTestApp()
  await context.audit.write([entry])
  await expect(verifyAuditCommand.run(context, [])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('There is no checkpoint to compare it with'),
  })
  const note = await writeCheckpoint(context, logger({ context, ...testApp }))
  expect(await verifyAuditCommand.run(context, [])).toContain('proves it up to row 1')
  const file = path.join(context.config.dataDir, 'other.txt')
  writeFileSync(file, note?.replace(/^1$/m, '2') ?? '')
  await expect(verifyAuditCommand.run(context, ['--against', file])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('Ignored checkpoints without a valid signature of a known key: 1'),
  })
  writeFileSync(file, 'nothing')
  await expect(verifyAuditCommand.run(context, ['--against', file])).rejects.toMatchObject({ exitCode: 2 })
})

test('checkpoints from before a change of the master key are still accepted', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  await context.audit.write([entry])
  await writeCheckpoint(context, logger(testApp))
  const [before] = await readKeys(context)
  const file = context.config.secretKey.file
  rmSync(file)
  writeFileSync(file, Buffer.alloc(32, 5).toString('base64'))
  const changed = { ...context, keys: openKeys(context.config) }
  expect(await verifyAuditCommand.run(changed, [])).toContain('proves it up to row 1')
  await context.audit.write([entry])
  await writeCheckpoint(changed, logger(testApp))
  expect(await verifyAuditCommand.run(changed, [])).toContain('proves it up to row 2')
  const keys = await readKeys(changed)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(before)
  expect(readFileSync(path.join(context.config.auditProofDir, 'public-keys.txt'), 'utf8')).toBe(
    `${keys.toReversed().join('\n')}\n`,
  )
})

test('missing checkpoints are reported until the server ends, except for those that a restore moved aside', async () => {
  const testApp = await buildTestApp()
  const { context, app, logLines } = testApp
  const auditLog = async () => (await app.inject('/readyz')).json().audit_log
  const file = path.join(context.config.auditProofDir, 'checkpoints.txt')
  await writeCheckpoint(context, logger(testApp))
  renameSync(file, path.join(context.config.auditProofDir, 'checkpoints-before.txt'))
  await writeCheckpoint(context, logger(testApp))
  expect(await auditLog()).toBe(true)
  rmSync(path.join(context.config.auditProofDir, 'checkpoints-before.txt'))
  rmSync(file)
  await writeCheckpoint(context, logger(testApp))
  await writeCheckpoint(context, logger(testApp))
  expect(await auditLog()).toBe(false)
  expect(logLines.filter((line) => line.includes('THE CHECKPOINTS OF THE AUDIT LOG ARE MISSING'))).toHaveLength(1)
})

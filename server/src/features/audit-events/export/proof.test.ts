import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { byServer } from '../../../core/audit/entry.ts'
import { readKeys } from '../../../core/audit/known-keys.ts'
import { writeCheckpoint } from '../../../core/audit/write-checkpoint.ts'

const entry = { ...byServer, action: 'users.list' as const, subjects: ['user:1' as const, 'user:2' as const] }

/** Downloads an export and the verifier, and runs it. */
async function verifyDownload({ context }: TestApp, boss: Awaited<ReturnType<typeof signedIn>>, query: string) {
  const folder = context.config.dataDir
  const [program, file] = [path.join(folder, 'verify-audit.mjs'), path.join(folder, 'audit-log.ndjson')]
  const download = await boss.call('GET', '/v1/audit-events/verify-audit.mjs')
  expect(download.headers['content-disposition']).toContain('attachment; filename="verify-audit.mjs"')
  writeFileSync(program, download.body)
  writeFileSync(file, (await boss.call('GET', `/v1/audit-events/export?format=ndjson${query}`)).body)
  return spawnSync(process.execPath, [program, file], { encoding: 'utf8' })
}

test('the verifier proves a complete export, and reports that a filtered one cannot be proven', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await testApp.context.audit.write(Array.from({ length: 1_200 }, () => entry))
  expect(await verifyDownload(testApp, boss, '')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^The audit log is intact: 1201 rows\.\nThe checkpoint of \S+ proves it up to row 1201\./,
    ),
  })
  expect(await verifyDownload(testApp, boss, '&subject=user:1')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('This export was filtered, so it cannot be proven complete'),
  })
})

test('the last checkpoint and the public keys are shown', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const { context } = testApp
  const publicKeys = await readKeys(context)
  const before = await boss.call('GET', '/v1/audit-events/proof')
  expect(before.json()).toEqual({ data: { entries: 0, checkpoint: null, publicKeys } })
  const note = await writeCheckpoint(context, pino({ level: 'silent' }))
  const [, , rootHash, time] = note?.split('\n') ?? []
  const after = await boss.call('GET', '/v1/audit-events/proof')
  const checkpoint = { at: time?.replace('time ', ''), size: 1, rootHash }
  expect(after.json()).toEqual({ data: { entries: 1, checkpoint, publicKeys } })
})

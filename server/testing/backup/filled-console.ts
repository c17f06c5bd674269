import { createHash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { writeCheckpoint } from '../../src/core/audit/write-checkpoint.ts'
import { type Config, readConfig } from '../../src/core/config.ts'
import { toObjectKey } from '../../src/core/storage/object-key.ts'
import { hashObject } from '../../src/core/storage/object-source.ts'
import { buildTestApp, type TestApp, type TestAppOptions } from '../build-app.ts'
import { databaseSettings } from '../engines/database-settings.ts'
import { emptyDatabase } from '../engines/engines.ts'
import { testPassword } from '../factories.ts'
import { finishHashing, ggufOf, startFilesApp, uploadFirst, uploadNext, listFiles } from '../files/files-app.ts'
import { patientRows, showRows } from '../patients/rows.ts'
import { insertReports } from '../reports/insert-reports.ts'
import { insertUsers } from '../users/insert-users.ts'

export type FilledConsole = Awaited<ReturnType<typeof startFilledConsole>>

/** A console with an example of everything that a backup contains, and two model files of these sizes. */
export async function startFilledConsole(
  environment: Record<string, string> = {},
  options: TestAppOptions = {},
  modelBytes: readonly [number, number] = [200_000, 300_000],
) {
  const console = await startFilesApp(environment, options)
  const { testApp, session, context } = console
  const users = await insertUsers(
    testApp,
    Array.from({ length: 60 }, (_, index) => ({
      memberId: `HM-${index}`,
      firstName: 'Zoë',
      lastName: `Brännström ${index}`,
      email: `zoe${index}@mail.example`,
    })),
  )
  const userId = users[7]?.id ?? ''
  await insertReports(testApp, userId, [{ at: '2026-11-01T10:00:00Z', heartRate: 61 }, { at: '2026-11-02T10:00:00Z' }])
  await showRows(testApp, patientRows(40))
  await uploadFirst(session, 'main.gguf', ggufOf(modelBytes[0]))
  const [file] = await listFiles(session)
  if (file) await uploadNext(session, file, 'main.gguf', ggufOf(modelBytes[1], 2))
  await uploadFirst(session, 'prompt.txt', Buffer.from('Answer kindly.'))
  await finishHashing(console)
  await writeCheckpoint(context, pino({ level: 'silent' }))
  return { ...console, userId }
}

/** What users see, by URL: the hash of each response. */
export async function readAnswers(
  { app }: Pick<TestApp, 'app'>,
  cookies: Record<string, string>,
  userId: string,
): Promise<Record<string, string>> {
  const read = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, cookies })
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`)
    return [url, createHash('sha256').update(body).digest('hex')] as const
  }
  const urls = [
    '/v1/users?page=2',
    '/v1/users?search=br%C3%A4nnstr%C3%B6m%205',
    '/v1/users?sort=memberId&order=desc',
    `/v1/users/${userId}`,
    `/v1/users/${userId}/reports`,
    '/v1/hospital-patients?sort=age&order=asc',
    '/v1/patient-imports',
    '/v1/files',
  ]
  return Object.fromEntries(await Promise.all(urls.map(read)))
}

/** The hash of every object that a version refers to. */
export async function readObjects({ db, storage }: TestApp['context']): Promise<Record<string, string>> {
  const versions = await db.selectFrom('fileVersions').select('objectKey').orderBy('objectKey').execute()
  const hashes = versions.map(async ({ objectKey }) => {
    const { sha256 } = await hashObject(storage, toObjectKey(objectKey))
    return [objectKey, sha256] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

/** An empty target for a restore, with the master key of the console. */
export async function makeRestorePlace(
  { context: { config } }: Pick<TestApp, 'context'>,
  environment: Record<string, string> = {},
): Promise<{ config: Config; settings: Record<string, string> }> {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  copyFileSync(config.secretKey.file, path.join(place.dataDir, 'secret.key'))
  const settings = { ...databaseSettings(place), PORT: String(config.port), UPLOAD_PART_MB: '5', ...environment }
  return { config: readConfig(settings), settings }
}

/** The app on a restored database, and the cookies of an admin who signed in there. */
export async function openRestored(settings: Record<string, string>, email: string) {
  const testApp = await buildTestApp(settings)
  const payload = { email, password: testPassword }
  const signIn = await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', payload })
  const cookies = Object.fromEntries(signIn.cookies.map(({ name, value }) => [name, value]))
  return { testApp, signIn, cookies }
}

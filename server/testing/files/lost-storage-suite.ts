import pino from 'pino'
import { expect, test } from 'vitest'
import { signedIn } from '../factories.ts'
import { databaseSettings } from '../engines/database-settings.ts'
import { freePort } from '../processes/free-port.ts'
import { runHere } from '../processes/run-console.ts'
import type { Context } from '../../src/core/context.ts'
import { toObjectKey } from '../../src/core/storage/object-key.ts'
import { adoptFilesCommand } from '../../src/features/files/bucket/adopt-files.ts'
import { sweepFiles } from '../../src/features/files/bucket/sweep-files.ts'
import { claimStorage } from '../../src/features/files/ownership/claim-storage.ts'
import {
  approve,
  beginPlanned,
  ggufOf,
  listFiles,
  partOf,
  partUrl,
  put,
  startFilesApp,
  submitPrompt,
  uploadFirst,
} from './files-app.ts'

/** Checks the console from another process's view, on a port where its server is not. */
async function check({ config }: Context, { environment }: StorageSetup): Promise<string> {
  const settings = { ...databaseSettings(config), ...environment, PORT: String(await freePort()) }
  return (await runHere(['check'], settings)).stdout
}

type Loss = {
  /** What the storage contains meanwhile. */
  listContents(): Promise<string[]>
  /** Puts everything back. */
  bringBack(): Promise<void>
}

export type StorageSetup = {
  environment: Record<string, string>
  /** Empties the storage, as if the settings specified another place. */
  lose(context: Context): Promise<Loss>
}

/** Tests of what a console does whose storage has lost everything, with either storage. */
export function describeLostStorage(createSetup: () => Promise<StorageSetup>): void {
  test('an empty storage beside known objects is reported, nothing is written to it, and everything else works', async () => {
    const place = await createSetup()
    const app = await startFilesApp({ ...place.environment, PUBLISHING: 'two' })
    const { testApp, session, context } = app
    await claimStorage(context)
    const other = await signedIn(testApp, { role: 'super_admin' })
    await approve(other, await submitPrompt(app, session, 'Be kind.'))
    const [prompt] = await listFiles(session)
    if (!prompt) throw new Error('the prompt was not published')
    const awaiting = await submitPrompt(app, session, 'Be very kind.', prompt)
    const model = ggufOf(6 * 2 ** 20)
    const planned = (
      await session.call('POST', '/v1/files', { size: model.length, filename: 'm.gguf', name: 'Main LLM' })
    ).json()
    const whole = (
      await session.call('POST', '/v1/files', { size: model.length, filename: 'n.onnx', name: 'Encoder' })
    ).json()
    const firstPart = await partUrl(session, planned.upload.id, 1)
    const readiness = async () => (await testApp.app.inject('/readyz')).json()
    await expect.poll(readiness).toMatchObject({ status: 'ok', storage: true, sweep: true })

    const loss = await place.lose(context)
    testApp.advance(30_000)
    // A start is one of the things that must not put a marker into it.
    await claimStorage(context)
    await sweepFiles(context, pino({ level: 'silent' }))
    await expect.poll(readiness).toMatchObject({ status: 'degraded', database: true, storage: false, sweep: false })
    const reasons = testApp.logLines.map((line) => JSON.parse(line)).filter(({ check }) => check === 'storage')
    expect(reasons.at(-1)?.reason).toContain('has no ownership marker, although the database knows objects in it')
    expect(await check(context, place)).toMatch(
      /^failed +storage .*has no ownership marker, although the database knows/m,
    )

    const rejected = [
      await session.call('POST', '/v1/files', { filename: 'm.onnx', name: 'Encoder' }),
      await session.call('PUT', `/v1/files/${prompt.id}`),
      await session.call('PATCH', `/v1/files/${planned.file.id}`, {
        id: planned.file.id,
        version: 1,
        filename: 'm.gguf',
        uploadId: planned.upload.id,
      }),
      await other.call('POST', `${awaiting.url}/approval`, awaiting.seen),
    ]
    for (const answer of rejected) {
      expect(answer.statusCode).toBe(503)
      expect(answer.json().error.message).toContain('has no ownership marker')
    }
    if (context.storage.kind === 'local') expect((await put(firstPart, partOf(model, 1))).status).toBe(503)
    expect((await put(whole.url[0], model)).status).toBe(503)
    expect(await loss.listContents()).toEqual([])
    for (const url of ['/v1/users', '/v1/files', '/v1/audit-events'])
      expect((await session.call('GET', url)).statusCode).toBe(200)

    await loss.bringBack()
    testApp.advance(30_000)
    await expect.poll(readiness).toMatchObject({ status: 'ok', storage: true, sweep: true })
    expect((await approve(other, awaiting)).statusCode).toBe(200)
  })

  test('a current file that is missing from the storage is reported, until it is back', async () => {
    const place = await createSetup()
    const { testApp, session, context } = await startFilesApp(place.environment)
    await uploadFirst(session, 'prompt.txt', Buffer.from('Be kind.'))
    const { objectKey } = await context.db.selectFrom('fileVersions').select('objectKey').executeTakeFirstOrThrow()
    const readiness = async () => (await testApp.app.inject('/readyz')).json()
    await expect.poll(readiness).toMatchObject({ status: 'ok', storage: true })
    await context.storage.remove(toObjectKey(objectKey))
    testApp.advance(30_000)
    await expect.poll(readiness).toMatchObject({ status: 'degraded', storage: false })
    const lines = testApp.logLines.map((line) => JSON.parse(line))
    expect(lines.findLast(({ check }) => check === 'storage')?.reason).toMatch(
      /^version 1 of the \.txt file is missing/,
    )
    expect(await check(context, place)).toMatch(/^failed +storage +version 1 of the \.txt file is missing/m)
    // The next version replaces what was lost.
    const [file] = await listFiles(session)
    if (!file) throw new Error('the prompt was not published')
    const begun = (await session.call('PUT', `/v1/files/${file.id}`)).json()
    expect((await put(begun.url[0], Buffer.from('Be kind.'))).ok).toBe(true)
    await session.call('PATCH', `/v1/files/${file.id}`, { id: file.id, version: 2, filename: 'prompt.txt' })
    testApp.advance(30_000)
    await expect.poll(readiness).toMatchObject({ status: 'ok', storage: true })
  })

  test('adopt-files is how a system administrator accepts a storage that has lost everything', async () => {
    const place = await createSetup()
    const { testApp, session, context } = await startFilesApp(place.environment)
    await uploadFirst(session, 'prompt.txt', Buffer.from('Be kind.'))
    await place.lose(context)
    expect(await claimStorage(context)).toContain('has no ownership marker')
    expect(await adoptFilesCommand.run(context, [])).toContain(
      '1 of the 1 objects that the database refers to are missing',
    )
    expect(await claimStorage(context)).toBeUndefined()
    expect((await beginPlanned(session, ggufOf(1_000), 'prompt.txt')).version).toBe(2)
    testApp.advance(30_000)
    // What the database knows is still missing.
    expect((await testApp.app.inject('/readyz')).json()).toMatchObject({ status: 'degraded', storage: false })
  })
}

import type { FileSummary } from '@health-console/formats/inspect.ts'
import { randomUUIDv7 } from 'node:crypto'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../src/core/context.ts'
import { toObjectKey } from '../../src/core/storage/object-key.ts'
import { createObjectKey } from '../storage/create-object-key.ts'
import { streamOf } from '../storage/streams.ts'
import { buildTestApp } from '../build-app.ts'
import { ownerKey } from '../../src/features/files/ownership/owner.ts'
import { noteReportsKept } from '../../src/features/erasures/old-reports/report-keeping.ts'
import { sweepFiles } from '../../src/features/files/bucket/sweep-files.ts'
import { claimStorage } from '../../src/features/files/ownership/claim-storage.ts'
import { insertUpload } from '../../src/features/files/uploads/store.ts'
import { storedKeys } from './files-app.ts'
import { adoptFilesCommand } from '../../src/features/files/bucket/adopt-files.ts'
import { addVersion, ensureFile } from '../../src/features/files/versions/change-store.ts'
import { objectKeyOf, uploadIdOf } from '../../src/features/files/versions/object-key.ts'

const aDay = 24 * 3_600_000
const content = Buffer.from('what a model is made of')

/** Tests of what a sweep must never remove, with either storage. */
export function describeSweep(makeEnvironment: () => Promise<Record<string, string>>): void {
  const start = async (own?: Pick<Context, 'storage'>, { isMarked = own === undefined } = {}) => {
    const testApp = await buildTestApp(await makeEnvironment())
    const context = { ...testApp.context, ...(own && { storage: own.storage }) }
    if (isMarked) await claimStorage(context)
    const lines: { level: number; key?: string; problem?: string; msg: string }[] = []
    const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
    return {
      testApp,
      context,
      lines,
      sweep: () => sweepFiles(context, logger),
      publish: (number: number) => publish(context, number),
      keys: () => storedKeys({ context }),
      problem: async () => {
        const row = await context.db.selectFrom('bucketState').select('sweepProblem').executeTakeFirst()
        return row?.sweepProblem
      },
      async daysLater(days: number) {
        testApp.advance(days * aDay + 60_000)
        await sweepFiles(context, logger)
      },
    }
  }

  describe('a bucket in use is left alone', () => {
    test.each(['with its mark', 'without a mark'])(
      'a bucket in use is not changed by an empty database, %s',
      async (kind) => {
        const used = await start(undefined, { isMarked: kind === 'with its mark' })
        const keys = [await used.publish(1), await used.publish(2)]

        const empty = await start(used.context)
        await empty.sweep()
        await empty.daysLater(31)
        expect(await empty.keys()).toEqual(keys.toSorted())
        expect(await empty.problem()).toBe(kind === 'with its mark' ? 'foreign' : 'unclaimed')
        expect(empty.lines.map(({ level }) => level)).toEqual([50, 50])

        await used.daysLater(31)
        expect(await used.problem()).toBe(kind === 'with its mark' ? null : 'unclaimed')
        expect(await used.keys()).toEqual(keys.toSorted())
      },
    )

    test.each(['with its mark', 'without a mark'])(
      'a bucket in use is not changed by the wrong database, %s',
      async (kind) => {
        const used = await start(undefined, { isMarked: kind === 'with its mark' })
        const keys = [await used.publish(1)]

        const home = await start()
        await home.publish(1)
        await home.sweep()
        const lost = { ...home, context: { ...home.context, storage: used.context.storage } }
        await sweepFiles(lost.context, pino({ level: 'silent' }))
        home.testApp.advance(31 * aDay)
        await sweepFiles(lost.context, pino({ level: 'silent' }))
        expect(await used.keys()).toEqual(keys)
        expect(await home.problem()).toBe(kind === 'with its mark' ? 'foreign' : 'unclaimed')
      },
    )

    test('a bucket in use is not changed by a second console, while both publish to it', async () => {
      const first = await start()
      const keys = [await first.publish(1)]
      await first.sweep()
      const second = await start(first.context)
      keys.push(await second.publish(1))
      for (const console of [first, second, first, second]) await console.daysLater(7)
      expect(await first.keys()).toEqual(keys.toSorted())
      expect([await first.problem(), await second.problem()]).toEqual([null, 'foreign'])
      await second.daysLater(60)
      expect(await first.keys()).toEqual(keys.toSorted())
    })

    test('a bucket in use is not changed by an older database for 30 days, and then removals are logged', async () => {
      const { testApp, context, sweep, publish: publishNext, keys, daysLater, lines } = await start()
      const [first, second] = [await publishNext(1), await publishNext(2)]
      await sweep()
      await forgetVersionsAfter(context, 1)
      const upload = await context.storage.beginUpload({
        key: createObjectKey('models'),
        sizeBytes: 6 * 2 ** 20,
        partSizeBytes: 5 * 2 ** 20,
      })
      await sweep()
      testApp.advance(29 * aDay)
      await sweep()
      expect(await keys()).toEqual([first, second, upload.key].toSorted())
      expect(lines.map(({ level, key }) => [level, key])).toEqual([
        [40, upload.key],
        [40, second],
      ])
      lines.length = 0
      await daysLater(1)
      expect(await keys()).toEqual([first])
      expect(lines).toMatchObject([
        { level: 40, key: upload.key, msg: expect.stringContaining('removed') },
        { level: 40, key: second, msg: expect.stringContaining('removed') },
      ])
      expect(await context.db.selectFrom('unknownObjects').selectAll().execute()).toEqual([])
    })

    test('a bucket in use is not changed by an older database that has an open upload which was published later', async () => {
      const { context, sweep, publish: publishNext, keys, daysLater, lines } = await start()
      const [first, second] = [await publishNext(1), await publishNext(2)]
      await sweep()
      await forgetVersionsAfter(context, 1)
      await insertOpenUpload(context, second)
      await daysLater(2)
      await daysLater(29)
      expect(await keys()).toEqual([first, second].toSorted())
      expect(lines).toEqual([])
      await daysLater(1)
      expect(await keys()).toEqual([first])
      expect(lines).toMatchObject([{ level: 40, key: second, msg: expect.stringContaining('removed') }])
    })

    test('a bucket in use is not changed for a day after the clock has jumped ahead by years', async () => {
      const { testApp, context, sweep, publish: publishNext, keys } = await start()
      const [first, second, third] = [await publishNext(1), await publishNext(2), await publishNext(3)]
      const runFor = async (hours: number) => {
        for (let passed = 0; passed < hours; passed += 1) {
          await noteReportsKept(context)
          await sweep()
          testApp.advance(3_600_000)
        }
      }
      await runFor(25)
      await forgetVersionsAfter(context, 1)
      await insertOpenUpload(context, second)
      await runFor(25)
      testApp.advance(3 * 365 * aDay)
      await sweep()
      testApp.advance(31 * aDay)
      await sweep()
      await runFor(24)
      expect(await keys()).toEqual([first, second, third].toSorted())
      await runFor(2)
      expect(await keys()).not.toContain(third)
    })

    test('a bucket in use is not changed by an older database that knows few of its objects, until a system administrator adopts it', async () => {
      const { testApp, context, sweep, publish: publishNext, keys, problem, daysLater, lines } = await start()
      const published: string[] = []
      for (let number = 1; number <= 12; number += 1) published.push(await publishNext(number))
      await sweep()
      await forgetVersionsAfter(context, 1)
      await sweep()
      await daysLater(31)
      expect(await keys()).toEqual(published.toSorted())
      expect(lines).toMatchObject([
        { level: 50, problem: 'too_much_unknown', stored: 12, unknown: 11 },
        { level: 50, problem: 'too_much_unknown', stored: 12, unknown: 11 },
      ])
      const ready = () => testApp.app.inject('/readyz')
      expect([(await ready()).statusCode, (await ready()).json()]).toMatchObject([
        200,
        { status: 'degraded', database: true, storage: true, disk: true, sweep: false },
      ])

      const output = await adoptFilesCommand.run(context, [])
      expect(output).toContain('11 of the 12 objects and uploads in it are unknown to the database')
      expect((await ready()).json()).toMatchObject({ status: 'ok', sweep: true })
      await daysLater(29)
      expect(await problem()).toBeNull()
      expect(await keys()).toEqual(published.toSorted())
      await daysLater(1)
      expect(await keys()).toEqual(published.slice(0, 1))
    })

    test('a bucket in use is not changed once more than ten of its objects are unknown to the database', async () => {
      const { context, sweep, publish: publishNext, problem } = await start()
      await publishNext(1)
      await sweep()
      const unknown = async (count: number) => {
        for (let index = 0; index < count; index += 1) {
          await context.storage.putObject(createObjectKey('models'), streamOf(content), {
            sizeBytes: null,
            maxBytes: 99,
          })
        }
        await sweep()
        return problem()
      }
      expect(await unknown(10)).toBeNull()
      expect(await unknown(1)).toBe('too_much_unknown')
    })
  })

  describe('the ownership marker', () => {
    test('the ownership marker is put only into an empty bucket, while the database knows no object', async () => {
      const { context, sweep, publish: publishNext, problem } = await start(undefined, { isMarked: false })
      const isMarked = async () => (await context.storage.head(ownerKey)) !== null
      const unknown = createObjectKey('models')
      await context.storage.putObject(unknown, streamOf(content), { sizeBytes: null, maxBytes: 99 })
      await sweep()
      expect([await isMarked(), await problem()]).toEqual([false, 'unclaimed'])
      await context.storage.remove(unknown)
      await publishNext(1)
      await sweep()
      expect([await isMarked(), await problem()]).toEqual([false, 'unclaimed'])

      const fresh = await start(undefined, { isMarked: false })
      await fresh.sweep()
      expect(await fresh.context.storage.head(ownerKey)).not.toBeNull()
      expect(await fresh.problem()).toBeNull()
    })

    test('replicas of a new console that put the ownership marker into the bucket at the same time do not conflict', async () => {
      const { context, problem, lines } = await start(undefined, { isMarked: false })
      const { storage } = context
      let looks = 0
      const bothHaveLooked = Promise.withResolvers<void>()
      const meeting: typeof storage = {
        ...storage,
        async putObject(...parameters) {
          looks += 1
          if (looks === 2) bothHaveLooked.resolve()
          await bothHaveLooked.promise
          return storage.putObject(...parameters)
        },
      }
      const replica = async () => {
        await sweepFiles(
          { ...context, storage: meeting },
          pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
        )
      }
      await Promise.all([replica(), replica()])
      expect([await problem(), lines]).toEqual([null, []])
    })

    test('adopt-files that is interrupted has been logged, and continues when it is run again', async () => {
      const { context, sweep, problem } = await start(undefined, { isMarked: false })
      await publish(context, 1)
      await context.storage.putObject(createObjectKey('models'), streamOf(content), { sizeBytes: null, maxBytes: 99 })
      const { db, storage } = context
      const interrupted = { ...storage, putObject: () => Promise.reject(new Error('interrupted')) }
      await expect(adoptFilesCommand.run({ ...context, storage: interrupted }, [])).rejects.toThrow('interrupted')
      const logged = () => db.selectFrom('auditEvents').select('action').execute()
      expect(await logged()).toEqual([{ action: 'files.adopt' }])
      await sweep()
      expect(await problem()).toBe('unclaimed')

      await adoptFilesCommand.run(context, [])
      await sweep()
      expect([await problem(), (await logged()).length]).toEqual([null, 2])
    })

    test('the ownership marker of another console is replaced by adopt-files, which is logged', async () => {
      const used = await start()
      await used.publish(1)
      await used.sweep()
      const heir = await start(used.context)
      await heir.publish(2)
      await heir.sweep()
      const output = await adoptFilesCommand.run(heir.context, [])
      expect(output).toMatch(/belongs to this console[^]*1 of the 2 objects and uploads in it are unknown/)
      const { db } = heir.context
      const entries = await db.selectFrom('auditEvents').select(['action', 'outcome', 'actorId']).execute()
      expect(entries).toEqual([{ action: 'files.adopt', outcome: 'ok', actorId: null }])
      await Promise.all([heir.sweep(), used.sweep()])
      expect([await heir.problem(), await used.problem()]).toEqual([null, 'foreign'])
    })
  })
}

/** Creates a version without an upload. @returns the key of its object */
async function publish({ db, storage, now }: Context, number: number) {
  const objectKey = objectKeyOf({ id: randomUUIDv7() })
  await storage.putObject(objectKey, streamOf(content), { sizeBytes: content.length, maxBytes: content.length })
  await db.transaction().execute(async (transaction) => {
    const { id: fileId } = await ensureFile(transaction, 'txt', 'Prompt', now())
    const about = { filename: 'a.txt', sizeBytes: content.length, sha256: null, adminId: null, restoredFrom: null }
    const facts: FileSummary = { kind: 'txt', lineCount: 1, characterCount: content.length, notices: [] }
    // The number may be any, because another console's history may differ.
    await transaction
      .updateTable('modelFiles')
      .set({ currentVersion: number - 1 })
      .execute()
    await addVersion(
      transaction,
      { fileId, number, objectKey, facts, ...about, createdAtMs: now() },
      { replaces: number - 1, name: null },
    )
  })
  return objectKey
}

/** The state of a copy of the database from before the later versions were published. */
async function forgetVersionsAfter({ db }: Context, number: number): Promise<void> {
  await db.deleteFrom('fileVersions').where('number', '>', number).execute()
  await db.updateTable('modelFiles').set({ currentVersion: number }).execute()
}

/** An upload that will look abandoned, although its object is complete. */
async function insertOpenUpload(context: Context, key: string): Promise<void> {
  const { id: fileId } = await context.db.selectFrom('modelFiles').select('id').executeTakeFirstOrThrow()
  const owner = { fileId, adminId: 'someone', sessionHash: 'over', name: null, filename: null }
  const plan = {
    id: uploadIdOf(toObjectKey(key)),
    sizeBytes: null,
    partSizeBytes: 1,
    headSha256: null,
    confirmedSessionId: 's',
  }
  await insertUpload(context.db, { ...owner, ...plan }, context.now())
}

// @module-tag postgres

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../../testing/engines/engines.ts'
import { openDatabase } from '../open.ts'
import type { Timeouts } from '../timeouts.ts'

/** `directly` is for changing settings of the database: a pooler keeps using connections that it has opened before. */
async function openFresh(timeouts: Timeouts, route: 'directly' | 'as others' = 'as others') {
  const fresh = await freshDatabase()
  const databaseUrl = route === 'directly' ? fresh.directUrl : fresh.databaseUrl
  const database = openDatabase({ dataDir: '', databaseUrl, databasePoolSize: 2 }, { timeouts })
  onTestFinished(async () => {
    await database.close()
    await fresh.remove()
  })
  return { ...database, databaseUrl: databaseUrl ?? '' }
}

const limitOf = async (db: Parameters<ReturnType<typeof sql>['execute']>[0]) =>
  (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statementTimeout

test('PostgreSQL ends the statements of requests before the console times out, and does not limit long work', async () => {
  const limitIn = async (timeouts: Timeouts) => {
    const { db } = await openFresh(timeouts)
    return db.transaction().execute(limitOf)
  }
  expect(await limitIn('short')).toBe('12s')
  expect(await limitIn('long')).toBe('0')
})

test('the limits of a role apply outside a transaction, and end no long work within one', async () => {
  const { db, databaseUrl } = await openFresh('long', 'directly')
  await sql`alter database ${sql.id(new URL(databaseUrl).pathname.slice(1))} set statement_timeout = '7s'`.execute(db)
  const later = openDatabase({ databaseUrl, dataDir: '' }, { timeouts: 'long' })
  onTestFinished(() => later.close())
  expect(await limitOf(later.db)).toBe('7s')
  expect(await later.db.transaction().execute(limitOf)).toBe('0')
  expect(await limitOf(later.db)).toBe('7s')
})

test('a statement that is ended by this limit is reported as an unreachable database', async () => {
  const { db, engine } = await openFresh('short')
  const ended = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '100ms'`.execute(tx)
    await sql`select pg_sleep(60)`.execute(tx)
  })
  const error = await ended.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(engine.isUnavailable(error)).toBe(true)
})

test('two transactions that wait for each other both succeed, the second after a repetition', async () => {
  const { db } = await openFresh('short')
  await sql`create table pairs (name text primary key, times integer not null)`.execute(db)
  await sql`insert into pairs values ('a', 0), ('b', 0)`.execute(db)
  let made = 0
  let holding = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const inOrder = (...names: string[]) =>
    db.transaction().execute(async (tx) => {
      made += 1
      for (const name of names) {
        await sql`update pairs set times = times + 1 where name = ${name}`.execute(tx)
        holding += 1
        if (holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
      }
    })
  await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')])
  expect(made).toBeGreaterThan(2)
  expect((await sql`select name, times from pairs order by name`.execute(db)).rows).toEqual([
    { name: 'a', times: 2 },
    { name: 'b', times: 2 },
  ])
})

test('a transaction that could not be serialized is repeated', async () => {
  const { db } = await openFresh('short')
  await sql`create table counters (times integer not null)`.execute(db)
  await sql`insert into counters values (0)`.execute(db)
  let made = 0
  await db.transaction().execute(async (tx) => {
    made += 1
    await sql`set transaction isolation level repeatable read`.execute(tx)
    await sql`select times from counters`.execute(tx)
    if (made === 1) await sql`update counters set times = 10`.execute(db)
    await sql`update counters set times = times + 1`.execute(tx)
  })
  expect([made, (await sql`select times from counters`.execute(db)).rows]).toEqual([2, [{ times: 11 }]])
})

test('after a failover, a connection to the server that is now read-only is discarded', async () => {
  const { db, engine, databaseUrl } = await openFresh('short', 'directly')
  const setReadOnly = async (state: 'on' | 'off') => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(
      `alter database "${new URL(databaseUrl).pathname.slice(1)}" set default_transaction_read_only = ${state}`,
    )
    await client.end()
  }
  const write = () => sql`create table if not exists after_failover (id integer)`.execute(db)
  await setReadOnly('on')
  const error = await write().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(engine.isUnavailable(error)).toBe(true)
  await setReadOnly('off')
  await write()
})

test('a connection without a password is closed, because until then PostgreSQL can drop no database', async () => {
  const url = new URL(inject('postgres').serverUrl)
  const { port, hostname } = url
  const proxy = createServer((socket) => {
    const upstream = connect(Number(port), hostname)
    // Either end may close while the other one still sends.
    for (const end of [socket, upstream]) end.on('error', () => {})
    socket.pipe(upstream).pipe(socket)
  })
  onTestFinished(() => void proxy.close())
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const connected = once(proxy, 'connection') as Promise<[Socket]>
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  url.password = ''
  const { db, close } = openDatabase({ databaseUrl: url.href, dataDir: '' }, { timeouts: 'long' })
  onTestFinished(close)
  await expect(sql`select 1`.execute(db)).rejects.toThrow('password')
  const [socket] = await connected
  // `once` would reject if an error comes first.
  if (!socket.closed) await new Promise((resolve) => socket.on('close', resolve))
})

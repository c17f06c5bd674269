import pg from 'pg'
import { errorCode } from '../../disk/error-code.ts'
import { connectionOf } from './pool.ts'

/** Marks a database that may be dropped, because one with the same name may belong to someone else. */
const mark = 'made by the drill of Health Console, which drops it'
const longestName = 63

/**
 * Creates a database next to the one of the URL while some work runs. A database that a killed drill left is dropped
 * first.
 * @throws Error with the remedy if the role may not create databases
 */
export async function withDrillDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const url = new URL(serverUrl)
  const name = `${decodeURIComponent(url.pathname.slice(1)).slice(0, longestName - 6)}_drill`
  const client = new pg.Client(connectionOf(serverUrl))
  client.on('error', () => {})
  const quoted = client.escapeIdentifier(name)
  const drop = () => client.query(`drop database if exists ${quoted} with (force)`)
  try {
    await client.connect()
    const { rows } = await client.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [name],
    )
    if (rows[0] && rows[0].comment !== mark)
      throw new Error(`There is a database ${name}, which no drill has created. Drop or rename it.`)
    await drop()
    // The server's own encoding and collation may differ.
    await client.query(`create database ${quoted} template template0 encoding 'UTF8'`).catch((error: unknown) => {
      if (errorCode(error) !== '42501') throw error
      throw new Error(
        'The role may not create a database for the drill: "alter role … createdb", or set DRILL_DATABASE_URL to the server ' +
          'and role of another one.',
      )
    })
    try {
      await client.query(`comment on database ${quoted} is '${mark}'`)
      url.pathname = `/${encodeURIComponent(name)}`
      return await work(url.href)
    } finally {
      await drop()
    }
  } finally {
    await client.end()
  }
}

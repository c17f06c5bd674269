import path from 'node:path'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { onServer } from '../../server/testing/engines/postgres-setup.ts'
import { insertUserLines } from './insert-users.ts'
import { installApp } from './install.ts'
import { admin, type Product, pageSize } from './competitor.ts'
import { startProgram } from './program.ts'

type Answer = { meta: { total: number | string }; records: unknown[] }

const list = '/admin/api/resources/end_users/actions/list'

/** One resource on a table with a primary key; its session is in the same database. */
export const adminJs: Product = {
  name: 'AdminJS',
  install: (folder) => installApp(path.join(import.meta.dirname, 'adminjs'), folder),
  async start({ folder, databaseUrl, people }) {
    await onServer(databaseUrl, (client) => client.query(createTable))
    await insertUserLines(databaseUrl, people, 'insert into end_users select * from person')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const { stop } = await startProgram([process.execPath, 'server.mjs'], {
      folder,
      env: { DATABASE_URL: databaseUrl, PORT: String(port), EMAIL: admin.email, PASSWORD: admin.password },
      url: `${url}/admin/login`,
    })
    return {
      url,
      headers: { cookie: await signIn(url) },
      listPath: (page) => `${list}?page=${page}&perPage=${pageSize}`,
      // Its search filters by one column at a time.
      searchPath: (term) => `${list}?page=1&perPage=${pageSize}&filters.last_name=${encodeURIComponent(term)}`,
      read: (answer) => {
        const { meta, records } = answer as Answer
        return { rows: records.length, total: Number(meta.total) }
      },
      listPage: '/admin/resources/end_users',
      signInPage: '/admin/login',
      stop,
    }
  },
}

const createTable = `
  create table end_users (id text primary key, member_id text, first_name text, last_name text, date_of_birth text,
    email text)`

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/admin/login`, {
    method: 'POST',
    body: new URLSearchParams(admin),
    redirect: 'manual',
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

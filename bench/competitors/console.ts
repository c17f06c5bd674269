import type { listUsers } from '../../contract/src/users/users.ts'
import { startServerProcess } from '../../server/testing/processes/server-process.ts'
import { withoutBulkLimits } from '../support/clients.ts'
import { withDatabase } from '../support/engines.ts'
import { newDataDir } from '../support/folder.ts'
import { importUsers } from '../support/import-users.ts'
import { admin, type Product } from './competitor.ts'
import type * as z from 'zod/mini'

type Answer = z.output<typeof listUsers.response>

export const healthConsole: Product = {
  name: 'Health Console',
  install: () => Promise.resolve(),
  async start({ databaseUrl, people }) {
    const dataDir = newDataDir()
    const where = { dataDir, databaseUrl }
    await withDatabase(where, (database) => importUsers(database, where, people))
    const server = await startServerProcess(where, {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      SESSION_IDLE_MINUTES: '1440',
      SESSION_HOURS: '168',
      ...withoutBulkLimits,
    })
    return {
      url: server.url,
      headers: { cookie: server.cookie },
      listPath: (page) => `/v1/users?page=${page}`,
      searchPath: (term) => `/v1/users?search=${encodeURIComponent(term)}`,
      read: (answer) => {
        const { data, meta } = answer as Answer
        return { rows: data.length, total: meta.totalAmount }
      },
      listPage: '/',
      signInPage: '/login',
      stop: server.stop,
    }
  },
}

import type { listUsers } from '../../contract/src/users.ts'
import { readConfig } from '../../server/src/config.ts'
import { createContext } from '../../server/src/context.ts'
import { importUsersCommand } from '../../server/src/users/commands.ts'
import { databaseSettings } from '../../server/testing/database-settings.ts'
import { startServerProcess } from '../../server/testing/server-process.ts'
import { withDatabase } from '../support/engines.ts'
import { newFolder } from '../support/folder.ts'
import { admin, type Peer } from './peer.ts'
import type * as z from 'zod/mini'

type Answer = z.output<typeof listUsers.response>

export const healthConsole: Peer = {
  name: 'Health Console',
  install: () => Promise.resolve(),
  async start({ databaseUrl, people }) {
    const dataDir = newFolder()
    const where = { dataDir, databaseUrl }
    await withDatabase(where, async (database) => {
      await importUsersCommand.run(await createContext(readConfig(databaseSettings(where)), database), [people])
    })
    const server = await startServerProcess(where, {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      SESSION_IDLE_MINUTES: '1440',
      SESSION_HOURS: '168',
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

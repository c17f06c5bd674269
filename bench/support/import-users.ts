import { readConfig } from '../../server/src/core/config.ts'
import { createContext } from '../../server/src/core/context.ts'
import type { Database } from '../../server/src/core/database/open.ts'
import { importUsersCommand } from '../../server/src/features/users/commands.ts'
import { databaseSettings } from '../../server/testing/engines/database-settings.ts'
import type { BenchDatabase } from './engines.ts'

/** Imports users as `bin/console import-users` does. */
export async function importUsers(database: Database, where: BenchDatabase, file: string): Promise<void> {
  await importUsersCommand.run(await createContext(readConfig(databaseSettings(where)), database), [file])
}

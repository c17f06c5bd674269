import { openDatabase } from '../../src/core/database/open.ts'
import { migrate } from '../../src/core/database/upgrade/migrate.ts'
import { upgradeSearch } from '../../src/core/database/upgrade/search-upgrade.ts'

// Upgrades a database of 1.0.0, and its search, in a process that a test kills.
const [, , dataDir = '', databaseUrl] = process.argv
const database = openDatabase({ dataDir, databaseUrl })
await migrate(database)
await upgradeSearch(database, new AbortController().signal)
await database.close()

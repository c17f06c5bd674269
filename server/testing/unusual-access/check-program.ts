import { readConfig } from '../../src/core/config.ts'
import { createContext } from '../../src/core/context.ts'
import { openDatabase } from '../../src/core/database/open.ts'
import { checkAccess } from '../../src/features/unusual-access/check-access.ts'

/** Looks for unusual access once, at the time NOW, in a separate process, which may be killed at any time. */
const config = readConfig(process.env)
const database = openDatabase(config)
const context = await createContext(config, database, () => Number(process.env['NOW']))
await checkAccess(context)(new AbortController().signal)
await database.close()

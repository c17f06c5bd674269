import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { openDatabase } from '../../src/database/open.ts'
import { finishErasures } from '../../src/erasures/finish-erasures.ts'
import { expireReports } from '../../src/erasures/expire-reports.ts'

// The background work that deletes reports in a separate process, which a test can kill.

const database = openDatabase(readConfig(process.env))
const context = await createContext(readConfig(process.env), database)
const never = new AbortController().signal
await finishErasures(context, never)
await expireReports(context, never)
await database.close()

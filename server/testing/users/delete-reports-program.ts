import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { openDatabase } from '../../src/database/open.ts'
import { deleteErasedReports } from '../../src/erasures/delete-reports.ts'
import { expireReports } from '../../src/erasures/expire-reports.ts'

// The background work that deletes reports in a separate process, which a test can kill.

const database = openDatabase(readConfig(process.env))
const context = await createContext(readConfig(process.env), database)
const never = new AbortController().signal
await deleteErasedReports(context, never)
await expireReports(context, never)
await database.close()

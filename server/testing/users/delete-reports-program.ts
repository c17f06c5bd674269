import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { openDatabase } from '../../src/database/open.ts'
import { deleteErasedReports } from '../../src/erasures/delete-reports.ts'

// The background work of erasing in a separate process, which a test can kill.

const database = openDatabase(readConfig(process.env))
const context = await createContext(readConfig(process.env), database)
await deleteErasedReports(context, new AbortController().signal)
await database.close()

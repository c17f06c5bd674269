import { readConfig } from '../../src/core/config.ts'
import { createContext } from '../../src/core/context.ts'
import { openDatabase } from '../../src/core/database/open.ts'
import { loadDemo } from '../../src/operations/demo/load-demo.ts'

/** Loads the demo in a separate process, which may be killed at any time after it has reported its start. */
const config = readConfig(process.env)
const database = openDatabase(config)
const context = await createContext(config, database)
process.send?.('begins')
await loadDemo(context)
await database.close()
process.disconnect?.()

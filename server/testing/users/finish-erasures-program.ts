import { readConfig } from '../../src/core/config.ts'
import { createContext } from '../../src/core/context.ts'
import { openDatabase } from '../../src/core/database/open.ts'
import { expireReports } from '../../src/features/erasures/old-reports/expire-reports.ts'
import { finishErasures } from '../../src/features/erasures/erasing/finish-erasures.ts'
import { noteReportsKept } from '../../src/features/erasures/old-reports/report-keeping.ts'

// The background work that deletes reports in a separate process, which a test can kill. Old reports are deleted only
// at night, and a day after REPORTS_KEPT_YEARS was set.

const night = new Date()
night.setDate(night.getDate() + 2)
night.setHours(1, 0, 0, 0)
const dayMs = 24 * 60 * 60_000

const database = openDatabase(readConfig(process.env))
const context = await createContext(readConfig(process.env), database)
const never = new AbortController().signal
await noteReportsKept({ ...context, now: () => night.getTime() - dayMs })
await finishErasures(context)(never)
await expireReports({ ...context, now: () => night.getTime() }, never)
await database.close()

import pino from 'pino'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/core/config.ts'
import { createContext } from '../../server/src/core/context.ts'
import { indexAuditLogJob, startJobs } from '../../server/src/jobs.ts'
import { openDatabase } from '../../server/src/core/database/open.ts'

// The server with or without its audit log: the difference is the cost of the log.

const config = readConfig(process.env)
const context = await createContext(config, openDatabase(config))
const nothing = () => Promise.resolve()
const none = { ...context.audit, append: nothing, write: nothing, catchUp: nothing, follow: nothing }
const audit = process.env['WITHOUT_AUDIT_LOG'] === '1' ? none : context.audit
const app = await buildApp({ ...context, audit }, pino({ level: 'silent' }))
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
startJobs([indexAuditLogJob(audit)], pino({ level: 'silent' }))
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit(0))
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })

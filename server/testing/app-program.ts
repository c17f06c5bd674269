import { flushCompileCache } from 'node:module'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createContext } from '../src/core/context.ts'
import { openDatabase } from '../src/core/database/open.ts'

// The app in a separate process: it sends its port, then responds to every message with its memory in bytes.

const config = readConfig(process.env)
const database = openDatabase(config)
const app = await buildApp(await createContext(config, database), pino({ level: 'silent' }))
await app.listen({ host: '127.0.0.1', port: 0 })
// A killed process has no time to do this at its end.
flushCompileCache()
const address = app.server.address()

let peakRssBytes = 0
setInterval(() => (peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss())), 5)
process.on('message', () => process.send?.({ rssBytes: process.memoryUsage.rss(), peakRssBytes }))
process.on('disconnect', () => process.exit(0))
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })

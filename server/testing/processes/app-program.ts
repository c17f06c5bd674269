import { flushCompileCache } from 'node:module'
import pino from 'pino'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/core/config.ts'
import { createContext } from '../../src/core/context.ts'
import { lockFolder } from '../../src/core/database/sqlite/lock-folder.ts'
import { openDatabase } from '../../src/core/database/open.ts'
import { countWork } from '../main-thread/measure.ts'

// The app in a separate process: it sends its port, then responds to `memory` with its memory in bytes, and to
// `count` and `work` with what its main thread does in between.

const config = readConfig(process.env)
const database = openDatabase(config)
// A server does this too, and then writes in shorter pieces.
const lock = lockFolder(config.dataDir)
process.on('exit', () => lock?.close())
const app = await buildApp(await createContext(config, database), pino({ level: 'silent' }))
await app.listen({ host: '127.0.0.1', port: 0 })
// A killed process has no time to do this at its end.
flushCompileCache()
const address = app.server.address()

let peakRssBytes = 0
setInterval(() => (peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss())), 5)
let endCount: ReturnType<typeof countWork> | undefined
process.on('message', (message) => {
  if (message === 'count') {
    endCount = countWork()
    process.send?.('counting')
  } else if (message === 'work') process.send?.(endCount?.())
  else process.send?.({ rssBytes: process.memoryUsage.rss(), peakRssBytes })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })

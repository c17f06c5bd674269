import '../bin/end-with-npm.js'
import { start } from './program.ts'

const webPort = 5173
const stopSignals = ['SIGINT', 'SIGTERM'] as const

// The browser connects to Vite, which forwards API requests to the server, so the console's public URL is Vite's.
const env = {
  PORT: process.env['PORT'] ?? '3000',
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${webPort}`,
}

const server = start(['node', '--watch', '--watch-preserve-output', 'server/src/main.ts'], { env }, 'inherit')
const web = start(['node', 'scripts/dev-web.ts', String(webPort)], { env }, 'inherit')
console.log(`Starting. Open http://localhost:${webPort} once the server says that it is ready. Ctrl+C stops both.`)

const both = [server, web]
function stop(): void {
  for (const child of both) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

let isStopping = false
for (const signal of stopSignals) {
  process.on(signal, () => {
    isStopping = true
    stop()
  })
}
for (const child of both) {
  child.once('exit', (code) => {
    if (!isStopping) process.exitCode = code === 0 ? 1 : (code ?? 1)
    stop()
  })
}

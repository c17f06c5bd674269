import path from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '../server/src/core/config.ts'
import { fillPage } from '../server/src/http/web/page.ts'
import { root } from './program.ts'

// Serves the web with live reload on the specified port. The page gets the same settings as from the server.
const config = readConfig(process.env)
const web = await createServer({
  root: path.join(root, 'web'),
  clearScreen: false,
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: Number(process.argv[2]), strictPort: true },
  plugins: [{ name: 'fill-page', transformIndexHtml: (html) => fillPage(html, config) }],
})
await web.listen()

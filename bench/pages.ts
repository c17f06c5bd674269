// Bytes of each page of the built web: scripts and styles, raw, with gzip and with brotli
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[]; css?: string[] }

const dist = path.join(import.meta.dirname, '../web/dist')
const manifestFile = path.join(dist, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  console.error('The web is not built. npm start builds it.')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>

const shell = '_authenticated'
const pages = {
  // The entry needs nothing but this page.
  '/login': [],
  '/forgot-password': ['forgot-password'],
  '/password-recovery': ['password-recovery'],
  '/invites': ['invites'],
  '/change-email': ['change-email'],
  '/': [shell, '_authenticated/index'],
  'user/{userId}': [shell, '_authenticated/user.$userId'],
  '/hospital-patients': [shell, '_authenticated/hospital-patients'],
  '/files': [shell, '_authenticated/files'],
  '/admins': [shell, '_authenticated/admins'],
}

console.log(`${'page'.padEnd(22)}${['files', 'bytes', 'gzip', 'brotli'].map((head) => head.padStart(10)).join('')}`)
for (const [page, routes] of Object.entries(pages)) {
  const files = [...filesOf(routes)].map((file) => readFileSync(path.join(dist, file)))
  const bytes = (form: (content: Buffer) => Buffer) => files.reduce((sum, content) => sum + form(content).length, 0)
  const columns = [files.length, bytes((content) => content), bytes(zipped), bytes(brotli)]
  console.log(`${page.padEnd(22)}${columns.map((value) => value.toLocaleString('en-GB').padStart(10)).join('')}`)
}

/** The entry and the route chunks with all their imports, without the chunks that are loaded on demand. */
function filesOf(routes: string[]): Set<string> {
  const files = new Set(['index.html'])
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.css?.forEach((file) => files.add(file))
    chunk.imports?.forEach(visit)
  }
  visit('index.html')
  for (const route of routes) {
    const source = `src/routes/${route}.tsx`
    const keys = Object.keys(manifest).filter((key) => key === source || key.startsWith(`${source}?`))
    if (keys.length === 0) throw new Error(`The build has no ${source}.`)
    keys.forEach(visit)
  }
  return files
}

function zipped(content: Buffer): Buffer {
  return gzipSync(content, { level: 9 })
}

function brotli(content: Buffer): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
}

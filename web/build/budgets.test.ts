import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

// The size of what users wait for, counted on the built files. `npm test` builds them first.

type Chunk = { file: string; imports?: string[] }

const dist = join(import.meta.dirname, '../dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const entry = 'index.html'
const shell = ['src/routes/_authenticated.tsx']
const lists = ['index', 'hospital-patients', 'files', 'admins/index'].map(
  (name) => `src/routes/_authenticated/${name}.tsx`,
)
const reports = 'src/routes/_authenticated/user.$userId.tsx'
const auditLog = 'src/routes/_authenticated/audit.tsx'
/** Every page prefetches this file, together with what all dialogs share. */
const shellDialog = 'src/features/settings/settings-dialog.tsx'
const styles = manifest['style.css']?.file ?? ''
const datePicker = 'src/ui/dates/date-picker.tsx'

/** The sign-in page fetches it when it is idle. */
const passkeyOffer = 'src/features/sessions/offer-passkeys.ts'

/** The entry needs only the sign-in page. */
const signIn = scriptsOf([])

test('the sign-in page loads less than 140 kB of script, also with its offer of passkeys', () => {
  expect(gzipBytes(scriptsOf([passkeyOffer]))).toBeLessThan(140_000)
})

test('before anything is typed, the sign-in page fetches nothing that the other pages share', () => {
  const shared = lists.map((page) => scriptsOf([...shell, page])).reduce((all, files) => all.intersection(files))
  const onlyShared = shared.difference(signIn)
  expect([...onlyShared]).not.toEqual([])
  expect([...scriptsOf([passkeyOffer]).intersection(onlyShared)]).toEqual([])
})

// The audit log also needs the words of all actions.
test.each([
  ...lists.map((page) => [page, 210_000] as const),
  [reports, 210_500] as const,
  [auditLog, 215_500] as const,
])('the first load of %s contains less than %d bytes of script and styles', (page, most) => {
  expect(gzipBytes(scriptsOf([...shell, page]).add(styles))).toBeLessThan(most)
})

test.each([...lists, reports, auditLog])('%s initially fetches at most ten script files', (page) => {
  expect(scriptsOf([...shell, page]).size).toBeLessThanOrEqual(10)
})

test('no script file imports itself, because it would run before what it needs', () => {
  const needsItself = ({ file, imports = [] }: Chunk) => imports.some((key) => importsOf(key).has(file))
  expect(Object.values(manifest).filter(needsItself)).toEqual([])
})

test('the date filter adds less than 37 kB of script to what the console has already loaded', () => {
  const filter = scriptsOf([datePicker]).difference(scriptsOf([...shell, reports, shellDialog]))
  expect(gzipBytes(filter)).toBeLessThan(37_000)
})

test('only the date filter fetches the date picker', () => {
  const hasDatePicker = (sources: string[]) =>
    [...scriptsOf(sources)].some((file) => read(file).includes('datepicker:'))
  expect(hasDatePicker([datePicker])).toBe(true)
  const pages = [[], ...[...lists, reports, auditLog].map((page) => [...shell, page])]
  expect(pages.filter(hasDatePicker)).toEqual([])
})

test('the palette adds less than 8 kB of script to what the console has already loaded', () => {
  const had = scriptsOf([...shell, shellDialog])
  const palette = scriptsOf(['src/features/palette/palette.tsx'])
  expect(gzipBytes(palette.difference(had))).toBeLessThan(8_000)
  for (const page of lists)
    expect(scriptsOf([...shell, page])).not.toContain(manifest['src/features/palette/palette.tsx']?.file)
})

test('no script contains a text of the OpenAPI document', () => {
  const document = readFileSync(join(import.meta.dirname, '../../server/src/http/openapi/openapi.snapshot.txt'), 'utf8')
  const texts = [...document.matchAll(/"(?:description|summary)": ?"((?:[^"\\]|\\.){30,})"/g)].map(
    ([, text = '']) => text,
  )
  expect(texts.length).toBeGreaterThan(300)
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const all = scripts.map((name) => read(join('assets', name))).join('\n')
  expect(texts.filter((text) => all.includes(text.replace(/ (?:Bytes|Epoch seconds|ISO 8601, UTC)\.$/, '')))).toEqual(
    [],
  )
})

test('only one font is fetched with the page, the Latin one', () => {
  const preloaded = read('index.html').match(/href="[^"]+\.woff2"/g)
  expect(preloaded).toEqual([expect.stringContaining('inter-latin-opsz-normal')])
})

/** The files of a chunk and of everything it imports. */
function importsOf(key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no ${key}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  chunk.imports?.forEach((imported) => importsOf(imported, files))
  return files
}

/** The files of the entry and of these sources with everything they import, but not what they fetch only on demand. */
function scriptsOf(sources: string[]): Set<string> {
  const files = importsOf(entry)
  // A route is split into two parts; the one with its component and its loader has a query in its name.
  for (const source of sources) {
    const keys = Object.keys(manifest).filter(
      (key) => key === source || key.startsWith(`${source}?`) || key.startsWith(`${source}-`),
    )
    if (keys.length === 0) throw new Error(`The build has no ${source}`)
    for (const key of keys) importsOf(key, files)
  }
  return files
}

function gzipBytes(files: Set<string>): number {
  return [...files].reduce((total, file) => total + gzipSync(read(file), { level: 9 }).length, 0)
}

function read(file: string): string {
  return readFileSync(join(dist, file), 'utf8')
}

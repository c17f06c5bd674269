// Writes THIRD-PARTY-NOTICES.md: every package that the server or the built web contains, with its licence.
// `--check` only says whether the file is up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './program.ts'

type LockEntry = {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
}

const file = path.join(root, 'THIRD-PARTY-NOTICES.md')
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockEntry>
}

/** All packages reached from the workspaces by `dependencies` alone: tools and types are left out. */
function carriedPackages(): string[] {
  const reached = new Set<string>()
  const visit = (from: string) => {
    for (const name of Object.keys(lock.packages[from]?.dependencies ?? {})) {
      const found = resolve(from, name)
      if (found === undefined || reached.has(found)) continue
      reached.add(found)
      visit(found)
    }
  }
  for (const workspace of ['contract', 'formats', 'server', 'web']) visit(workspace)
  return [...reached].filter((each) => each.includes('node_modules/')).toSorted()
}

/** Resolves a package from another: the nearest `node_modules` above it. */
function resolve(from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const found = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    const entry = lock.packages[found]
    if (entry) return entry.link ? entry.resolved : found
    if (place === '') return undefined
  }
}

function notices(): string {
  const texts = new Map<string, string[]>()
  for (const place of carriedPackages()) {
    const { version = '', license = 'see below' } = lock.packages[place] ?? {}
    const name = `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`
    const text = `${license}\n\n${licenseText(place)}`
    texts.set(text, [...(texts.get(text) ?? []), name])
  }
  const sections = [...texts].map(([text, names]) => `## ${names.join(', ')}\n\nLicence: ${text}`)
  return `# Third-party notices\n\nWhat the server and the built web carry. Made by \`npm run notices\`.\n\n${sections.join('\n\n')}\n`
}

function licenseText(place: string): string {
  const folder = path.join(root, place)
  const name = existsSync(folder) ? readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each)) : undefined
  if (name === undefined) return 'The package brings no licence file; its manifest names the licence.'
  const lines = readFileSync(path.join(folder, name), 'utf8').trim().split(/\r?\n/)
  return lines.map((line) => `    ${line}`.trimEnd()).join('\n')
}

const wanted = notices()
if (!process.argv.includes('--check')) writeFileSync(file, wanted)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  console.error('THIRD-PARTY-NOTICES.md is not up to date. Run: npm run notices')
  process.exit(1)
}

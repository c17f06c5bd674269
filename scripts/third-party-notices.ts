// Writes THIRD-PARTY-NOTICES.md: every package that the server or the built web contains, with its licence. `--check`
// only reports whether the file is up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { carriedPackages } from './carried-packages.ts'
import { root } from './program.ts'

const file = path.join(root, 'THIRD-PARTY-NOTICES.md')

function notices(): string {
  const texts = new Map<string, string[]>()
  for (const { place, name, version, license = 'see below' } of carriedPackages()) {
    const text = `${license}\n\n${licenseText(place)}`
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`])
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

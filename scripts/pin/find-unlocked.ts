import { readFileSync } from 'node:fs'
import path from 'node:path'

/** An image, an action or a download, which package-lock.json does not contain. */
export type Unlocked = {
  kind: 'image' | 'action' | 'download'
  /** An image or an action with its tag, such as `nginx:1.28`. */
  name: string
  /** The digest of the image or the commit of the action; undefined: not pinned yet, or a download. */
  pin: string | undefined
  files: string[]
}

export const filesWithPins = ['deploy/Dockerfile', 'deploy/compose.yaml', '.github/workflows/ci.yaml']
const image = /((?:image: |container: |NODE_IMAGE:-|ARG NODE_IMAGE=)([\w./-]+:[\w.-]+))(?:@(sha256:[0-9a-f]{64}))?/g
const action = /(uses: ([\w./-]+))@(?:([0-9a-f]{40}) # )?([\w.-]+)/g

/** What is downloaded in its newest version, or only by its version, each time. */
const downloads: Unlocked[] = [
  ['Node.js 26 of nodejs.org', 'docs/operations/install.md'],
  ['libatomic1 of Debian, which the release for Linux contains', 'scripts/release/portable.ts'],
  [
    'other packages of Debian',
    'docs/operations/install.md',
    'scripts/test/optional-parts.ts',
    'scripts/deploy/machine.ts',
  ],
  ['Node.js and npm of the npm registry, for the trials', 'scripts/first-minutes/tools.ts'],
].map(([name = '', ...files]) => ({ kind: 'download', name, pin: undefined, files }))

export function findUnlocked(root: string): Unlocked[] {
  const found = new Map<string, Unlocked>()
  const add = (file: string, each: Omit<Unlocked, 'files'>) => {
    const known = found.get(each.name) ?? { ...each, files: [] }
    found.set(each.name, { ...known, files: [...new Set([...known.files, file])] })
  }
  for (const file of filesWithPins) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, , name = '', pin] of text.matchAll(image)) add(file, { kind: 'image', name, pin })
    for (const [, , name = '', pin, tag = ''] of text.matchAll(action))
      add(file, { kind: 'action', name: `${name}@${tag}`, pin })
  }
  return [...found.values(), ...downloads]
}

/** Writes the pins, by name, into the text of a file. */
export function writePins(text: string, pins: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(image, (whole, start: string, name: string) => (pins.has(name) ? `${start}@${pins.get(name)}` : whole))
    .replaceAll(action, (whole, start: string, name: string, _pin: string | undefined, tag: string) => {
      const pin = pins.get(`${name}@${tag}`)
      return pin === undefined ? whole : `${start}@${pin} # ${tag}`
    })
}

/** The rows of the table in docs/testing.md, without the last column, which is the day when each was looked up. */
export const toRows = (unlocked: readonly Unlocked[]): string[] =>
  unlocked.map(
    ({ kind, name, pin, files }) =>
      `| ${kind === 'download' ? name : `\`${name}\``} | ${files.map((file) => `\`${file}\``).join(', ')} | ${shownPin(kind, pin)} |`,
  )

function shownPin(kind: Unlocked['kind'], pin: string | undefined): string {
  if (kind === 'download') return 'none'
  return pin === undefined ? 'not pinned yet' : `\`${pin}\``
}

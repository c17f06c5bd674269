// Looks up the digest of each image and the commit of each action outside package-lock.json, and writes them into the
// files that use them and into docs/testing.md. It needs the network, docker and git. Nothing is written unless all are
// found. The folder is the current one.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { filesWithPins, findUnlocked, toRows, type Unlocked, writePins } from './find-unlocked.ts'

const root = process.cwd()

async function findPin({ kind, name }: Unlocked): Promise<string> {
  const pin = kind === 'image' ? await findDigest(name) : await findCommit(name)
  if (pin === undefined) throw new Error(`${name} was not found. Nothing was changed.`)
  return pin
}

async function findDigest(name: string): Promise<string | undefined> {
  const format = ['--format', '{{.Manifest.Digest}}']
  const { stdout } = await run('docker', ['buildx', 'imagetools', 'inspect', name, ...format])
  return /^sha256:[0-9a-f]{64}$/m.exec(stdout)?.[0]
}

/** An annotated tag has a second line with its commit. */
async function findCommit(name: string): Promise<string | undefined> {
  const [repository = '', tag = ''] = name.split('@')
  const { stdout } = await run('git', [
    'ls-remote',
    `https://github.com/${repository}`,
    `refs/tags/${tag}`,
    `refs/tags/${tag}^{}`,
  ])
  return /^[0-9a-f]{40}/.exec(stdout.trim().split('\n').at(-1) ?? '')?.[0]
}

const run = promisify(execFile)
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(path.join(root, file), change(readFileSync(path.join(root, file), 'utf8')))

try {
  const unlocked = findUnlocked(root)
  const pins = new Map<string, string>()
  for (const each of unlocked.filter(({ kind }) => kind !== 'download')) pins.set(each.name, await findPin(each))
  for (const file of filesWithPins) edit(file, (text) => writePins(text, pins))
  const day = new Date().toISOString().slice(0, 10)
  const found = findUnlocked(root)
  const rows = toRows(found).map((row, index) => `${row} ${found[index]?.kind === 'download' ? 'at each use' : day} |`)
  edit('docs/testing.md', (text) =>
    text.replace(
      /(\| Image, action or download .*\n\| ---.*\n)(?:\|.*\n)+/,
      (_, head: string) => `${head}${rows.join('\n')}\n`,
    ),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fromRoot } from './paths.js'
import { runStep } from './run-step.js'

// The stamp is written last, inside dist, which every build empties first: a killed build leaves no stamp.
const stamp = fromRoot('web/dist/.built-from')
const sources = ['web', 'contract', 'formats', 'package-lock.json', 'tsconfig.base.json']
const notSources = new Set(['node_modules', 'dist', 'route-tree.gen.ts'])

export async function buildWebWhenNeeded(lock) {
  const wanted = fingerprint()
  if (read(stamp) === wanted) return
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: [fromRoot('node_modules/.bin'), process.env.PATH].join(delimiter),
  }
  await runStep(lock, {
    says: 'Building the web',
    done: 'Built',
    command: 'node',
    args: [fromRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    options: { cwd: fromRoot('web'), env },
  })
  writeFileSync(stamp, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesOf)) {
    const content = readFileSync(fromRoot(path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!statSync(fromRoot(path)).isDirectory()) return [path]
  return readdirSync(fromRoot(path))
    .filter((name) => !notSources.has(name) && !name.includes('.test.'))
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { installCommand } from '../../bin/find-node.js'
import { fromRoot } from './paths.js'
import { runStep } from './run-step.js'

const lockfile = fromRoot('package-lock.json')
const installedLock = fromRoot('node_modules/.package-lock.json')
// Inside node_modules, so that deleting or reinstalling that folder deletes the stamp too.
const stamp = fromRoot('node_modules/.installed-from')
const mostAttempts = 3

export async function installWhenNeeded(lock) {
  const wanted = createHash('sha256').update(readFileSync(lockfile)).digest('hex')
  if (read(stamp) === wanted) return
  if (!isInstalled()) await install(lock)
  writeFileSync(stamp, wanted)
}

/** @throws Error when the packages are missing or not those of the lockfile */
export function requireInstalled() {
  if (!isInstalled()) throw new Error(`The packages are not those of package-lock.json. Run: ${installCommand}`)
}

async function install(lock) {
  const says = existsSync(installedLock) ? 'Installing packages (package-lock.json changed)' : 'Installing packages'
  // Removed first: an install that is killed halfway must not look complete.
  rmSync(installedLock, { force: true })
  // Spelled out because NODE_ENV=production or a person's npm configuration may say otherwise: without development and
  // optional packages there are no tools and no Node, and their engines matter to the Node among them.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--include=peer',
    '--install-strategy=hoisted',
    '--bin-links',
    '--package-lock',
    '--no-engine-strict',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // Some versions of npm end early, and as if all were well, where the registry is slow: "Exit handler never called!"
  for (let attempt = 1; !isInstalled(); attempt += 1) {
    if (attempt > mostAttempts) throw new Error('npm did not get all packages. Run the same command again.')
    await runStep(lock, { says, done: 'Installed', ...npm(args) })
  }
}

/** Runs npm with the Node that started it: the one in node_modules is about to be deleted. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const env = { ...process.env, PATH: withoutNodeModules(process.env.PATH ?? '') }
  if (script && node && existsSync(node)) return { command: node, args: [script, ...args], options: { env } }
  return { command: 'npm', args, options: { env, shell: process.platform === 'win32' } }
}

function withoutNodeModules(path) {
  return path
    .split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .join(delimiter)
}

// After a manual `npm install some-package` everything is installed already.
function isInstalled() {
  const installedText = read(installedLock)
  if (!installedText) return false
  const installed = JSON.parse(installedText).packages
  return Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed[path]
    if (!present) return wanted.optional === true && !isForThisPlatform(wanted)
    return present.version === wanted.version && present.integrity === wanted.integrity
  })
}

function isForThisPlatform({ os, cpu, libc }) {
  if (!os || !cpu || libc) return false
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

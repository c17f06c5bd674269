import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { installCommand, root } from '../../bin/find-node.js'
import { runStep } from './run-step.js'

const installedLock = path.join(root, 'node_modules/.package-lock.json')
const mostAttempts = 3
// These options are explicit because NODE_ENV=production or a user's npm configuration may differ. Without development
// and optional packages there are no tools and no Node, and their engines matter to the Node among them.
const npmArguments = [
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

/** @throws Error if npm did not install all packages */
export async function installWhenNeeded() {
  if (isInstalled()) return
  const says = readPackages(installedLock) ? 'Installing packages (package-lock.json changed)' : 'Installing packages'
  // This is removed first, because an install that is killed halfway must not look complete.
  rmSync(installedLock, { force: true })
  // Some versions of npm end early without an error if the registry is slow: "Exit handler never called!"
  for (let attempt = 1; !isInstalled(); attempt += 1) {
    if (attempt > mostAttempts) throw new Error('npm did not install all packages. Run the same command again.')
    await runNpm(says)
  }
}

/** @throws Error if the packages are missing or do not match the lockfile */
export function requireInstalled() {
  if (!isInstalled()) throw new Error(`The packages do not match package-lock.json. Run: ${installCommand}`)
}

/** Runs npm with the Node that started it, because the one in node_modules is about to be deleted. */
function runNpm(says) {
  const { npm_execpath: script, npm_node_execpath: node, PATH: places = '' } = process.env
  const ownPlaces = places.split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  const env = { ...process.env, PATH: ownPlaces.join(path.delimiter) }
  if (script && node) return runStep(says, 'Installed', node, [script, ...npmArguments], { env })
  return runStep(says, 'Installed', 'npm', npmArguments, { env, shell: process.platform === 'win32' })
}

// Packages are compared by version, no matter what installed them: after `npm install some-package` everything is
// already installed.
function isInstalled() {
  const installed = readPackages(installedLock)
  if (!installed) return false
  return Object.entries(readPackages(path.join(root, 'package-lock.json'))).every(([place, wanted]) => {
    if (place === '') return true
    const present = installed[place]
    if (!present) return wanted.optional === true && !isForThisPlatform(wanted)
    return present.version === wanted.version && present.integrity === wanted.integrity
  })
}

function isForThisPlatform({ os, cpu, libc }) {
  return Boolean(os && cpu && !libc) && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

// Runs before npm scripts (see package.json). Built-ins only and plain JavaScript: on a fresh clone nothing is
// installed yet and the host's own Node may be as old as 18.
import '../bin/end-with-npm.js'
import { mkdirSync } from 'node:fs'
import { buildWhenNeeded } from './prepare/build.js'
import { takeCheckoutLock } from './prepare/checkout-lock.js'
import { installWhenNeeded, requireInstalled } from './prepare/install.js'
import { explainNodeProblem } from './prepare/node-version.js'
import { fromRoot } from './prepare/paths.js'

// Only these two install packages: others would change them under a running server.
const installs = new Set(['start', 'test'])
const builtFor = { start: ['server', 'web'], bench: ['server', 'web'], release: ['server', 'web'], test: ['server'] }
const purposes = ['start', 'test', 'dev', 'check', 'bench', 'release']

async function prepare(purpose) {
  mkdirSync(fromRoot('.cache'), { recursive: true })
  const lock = await takeCheckoutLock(fromRoot('.cache/prepare-lock'))
  try {
    if (installs.has(purpose)) await installWhenNeeded(lock)
    else requireInstalled()
    const problem = explainNodeProblem()
    if (problem) throw new Error(problem)
    for (const name of builtFor[purpose] ?? []) await buildWhenNeeded(lock, name)
  } finally {
    lock.end()
  }
}

const purpose = process.argv[2]
if (!purposes.includes(purpose)) {
  console.error(`Usage: node scripts/prepare.js ${purposes.join('|')}`)
  process.exit(2)
}
prepare(purpose).catch((error) => {
  console.error(error.message)
  process.exit(1)
})

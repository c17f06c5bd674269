// Runs the npm scripts (see package.json). Preparation is done here, because `ignore-scripts=true` skips scripts named
// pre…. This file is plain JavaScript and uses only built-in modules: on a fresh clone nothing is installed yet, and
// the host's own Node may be as old as 18.
import path from 'node:path'
import '../bin/end-with-npm.js'
import { root } from '../bin/find-node.js'
import { replaceProcess } from '../bin/replace-process.js'
import { prepare } from './prepare.js'

const all = ['server', 'web']
// Only two scripts install packages; others would change them under a running server.
const scripts = {
  start: { installs: true, builds: all, program: ['bin/console', 'serve'] },
  dev: { program: ['scripts/dev.ts'] },
  check: { program: ['scripts/check.ts'] },
  test: { installs: true, builds: ['server'], program: ['scripts/test.ts'] },
  'test:faults': { builds: all, program: ['scripts/test-faults.ts'] },
  'test:deployment': { builds: all, program: ['scripts/test-deployment.ts'] },
  bench: { builds: all, program: ['bench/run.ts'] },
  release: { builds: all, program: ['scripts/release.ts'] },
  format: { program: ['node_modules/oxfmt/bin/oxfmt'] },
  notices: { program: ['scripts/third-party-notices.ts'] },
  requirements: { program: ['scripts/requirements/write.ts'] },
  pin: { program: ['scripts/pin/pin.ts'] },
  mutants: { builds: all, program: ['scripts/mutants.ts'] },
  pictures: { builds: all, program: ['scripts/take-pictures.ts'] },
}

async function run(name, args) {
  const { program, ...wanted } = scripts[name]
  const node = await prepare(wanted)
  await replaceProcess(node, [path.join(root, program[0]), ...program.slice(1), ...args], process.env)
}

const [name, ...args] = process.argv.slice(2)
if (!Object.hasOwn(scripts, name)) {
  console.error(`Usage: node scripts/run.js ${Object.keys(scripts).join('|')}`)
  process.exit(2)
}
run(name, args).catch((error) => {
  console.error(error.message)
  process.exit(1)
})

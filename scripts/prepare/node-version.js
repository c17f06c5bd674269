import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fromRoot } from './paths.js'

// The server needs TypeScript sources, node:sqlite and argon2 in node:crypto, which came together in 24.7.
const oldest = [24, 7]

/** The problem when the following script would run on a Node that is too old; undefined otherwise. */
export function explainNodeProblem() {
  const binaries = fromRoot('node_modules/.bin')
  const env = { ...process.env, PATH: [binaries, process.env.PATH].join(delimiter) }
  const asked = spawnSync('node', ['-p', 'process.versions.node'], {
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const version = asked.status === 0 ? asked.stdout.trim() : undefined
  if (version && isNewEnough(version)) return undefined

  const broughtAlong = existsSync(fromRoot('node_modules/.bin/node'))
  const found = version ? `Node ${version} is too old` : 'Node does not start'
  return [
    `${found}: Health Console needs Node ${oldest.join('.')} or newer.`,
    broughtAlong
      ? 'The copy in node_modules does not run on this system (it needs glibc on Linux).'
      : `npm usually brings one along, but has no package for ${process.platform} on ${process.arch}, or left it out.`,
    'Install Node 26 (https://nodejs.org), put it first on the PATH' +
      (broughtAlong ? ', delete node_modules/.bin/node' : '') +
      ' and run the command again.',
  ].join('\n')
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { isNewEnough, oldestNode } from '../../bin/node-version.js'
import { fromRoot } from './paths.js'

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
    `${found}: Health Console needs Node ${oldestNode} or newer.`,
    broughtAlong
      ? 'The copy in node_modules does not run on this system (it needs glibc on Linux).'
      : `npm usually brings one along, but has no package for ${process.platform} on ${process.arch}, or left it out.`,
    'Install Node 26 (https://nodejs.org), put it first on the PATH' +
      (broughtAlong ? ', delete node_modules/.bin/node' : '') +
      ' and run the command again.',
  ].join('\n')
}

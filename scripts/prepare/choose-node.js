import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findInstalledNode, installCommand, isNewEnough, oldestNode } from '../../bin/find-node.js'
import { fromRoot } from './paths.js'

/**
 * The installed Node, or this one where the system cannot run that.
 *
 * @throws Error when neither is new enough, with what to do
 */
export function chooseNode() {
  const installed = findInstalledNode()
  if (installed !== undefined && starts(installed, process.env)) return installed
  if (installed !== undefined) {
    refuseOptions(installed)
    // npm would put it before any other Node.
    rmSync(fromRoot('node_modules/.bin/node'), { force: true })
  }
  if (!isNewEnough(process.versions.node)) throw new Error(explainNodeProblem(installed))
  // Otherwise bin/console would choose it.
  if (installed !== undefined) rmSync(installed)
  return process.execPath
}

function starts(node, env) {
  return spawnSync(node, ['-p', '1'], { env, stdio: 'ignore' }).status === 0
}

/** @throws Error when Node starts without NODE_OPTIONS only */
function refuseOptions(node) {
  const { NODE_OPTIONS: options, ...env } = process.env
  if (!options || !starts(node, env)) return
  throw new Error(`NODE_OPTIONS is ${options}, with which Node 26 does not start: unset it and run the command again.`)
}

function explainNodeProblem(installed) {
  const cause =
    installed === undefined
      ? `npm has no Node 26 for ${process.platform} on ${process.arch}, or left it out (run: ${installCommand}).`
      : 'The copy in node_modules does not run on this system (it needs glibc 2.28 or newer on Linux).'
  return [
    `Node ${process.versions.node} is too old: Health Console needs Node ${oldestNode} or newer.`,
    cause,
    'Install Node 26 (https://nodejs.org), put it first on the PATH and run the command again.',
  ].join('\n')
}

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { chooseNewestNode, findInstalledNode, installCommand, root } from '../../bin/find-node.js'
import { oldestNode } from '../../bin/node-releases.js'

/**
 * Chooses the Node to continue with, as bin/console does. The installed one is removed if the system cannot run it.
 *
 * @throws Error if none is new enough, with what to do
 */
export function chooseNode() {
  const installed = findInstalledNode()
  const { NODE_OPTIONS: options, ...env } = process.env
  const isUsable = installed !== undefined && starts(installed.program, process.env)
  if (installed && !isUsable && options && starts(installed.program, env))
    throw new Error(
      `NODE_OPTIONS is ${options}, with which Node 26 does not start: unset it and run the command again.`,
    )
  // npm would otherwise put it before any other Node.
  if (!isUsable) rmSync(path.join(root, 'node_modules/.bin/node'), { force: true })
  const node = chooseNewestNode(isUsable ? installed : undefined)
  if (!node) throw new Error(explain(installed))
  // bin/console would otherwise choose it.
  if (installed && !isUsable) rmSync(installed.program)
  return node.program
}

const starts = (node, env) => spawnSync(node, ['-p', '1'], { env, stdio: 'ignore' }).status === 0

function explain(installed) {
  const cause = installed
    ? 'The copy in node_modules does not run on this system (it needs glibc 2.28 or newer on Linux).'
    : `npm has no Node 26 for ${process.platform} on ${process.arch}, or left it out (run: ${installCommand}).`
  return [
    `Node ${process.versions.node} is too old: Health Console needs Node ${oldestNode} or newer.`,
    cause,
    'Install Node 26 (https://nodejs.org), put it first on the PATH and run the command again.',
  ].join('\n')
}

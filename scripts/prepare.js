import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildOnce } from '../bin/built.js'
import { root } from '../bin/find-node.js'
import { chooseNode } from './prepare/choose-node.js'
import { installWhenNeeded, requireInstalled } from './prepare/install.js'
import { takeLock } from './prepare/lock.js'
import { runStep } from './prepare/run-step.js'

const builders = {
  server: ['node_modules/rolldown/bin/cli.mjs', '--config', 'server/rolldown.config.ts'],
  web: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
}

/**
 * Installs packages if allowed, and builds what is needed. No other process prepares the checkout at the same time.
 *
 * @param {{ installs?: boolean, builds?: string[] }} wanted
 * @returns {Promise<string>} the Node to continue with
 */
export async function prepare({ installs = false, builds = [] }) {
  // The bundler reads file names as URLs.
  if (builds.length > 0 && /[#?]/.test(root))
    throw new Error(`The folder ${root} cannot be built, because its path contains # or ?. Move it, then try again.`)
  const unlock = await takeLock()
  try {
    mkdirSync(path.join(root, '.cache'), { recursive: true })
    if (installs) await installWhenNeeded()
    else requireInstalled()
    const node = chooseNode()
    const env = { ...process.env, NODE_ENV: 'production' }
    for (const name of builds)
      await buildOnce(name, () => runStep(`Building the ${name}`, 'Built', node, builders[name], { env }))
    return node
  } finally {
    unlock()
  }
}

import { mkdirSync } from 'node:fs'
import { buildWhenNeeded } from './prepare/build.js'
import { takeCheckoutLock } from './prepare/checkout-lock.js'
import { chooseNode } from './prepare/choose-node.js'
import { installWhenNeeded, requireInstalled } from './prepare/install.js'
import { fromRoot } from './prepare/paths.js'

/**
 * Installs packages if it may, and builds what is needed. Nothing else prepares the checkout at the same time.
 *
 * @param {{ installs?: boolean, builds?: string[] }} wanted
 * @returns {Promise<string>} the Node to go on with
 */
export async function prepare({ installs = false, builds = [] }) {
  mkdirSync(fromRoot('.cache'), { recursive: true })
  const lock = await takeCheckoutLock(fromRoot('.cache/prepare-lock'))
  try {
    if (installs) await installWhenNeeded(lock)
    else requireInstalled()
    const node = chooseNode()
    for (const name of builds) await buildWhenNeeded(lock, name, node)
    return node
  } finally {
    lock.end()
  }
}

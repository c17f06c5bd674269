// This file is plain JavaScript and uses only built-in modules, because the first Node.js on the PATH may be too old
// for the server.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout or the release. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

// 24.7 is the first version with type stripping, node:sqlite and argon2 in node:crypto.
export const oldestNode = '24.7'

/**
 * Whether this version of Node.js can run the server.
 *
 * @param {string} version
 */
export function isNewEnough(version) {
  return version.localeCompare(oldestNode, 'en', { numeric: true }) >= 0
}

/**
 * Finds the Node.js among the packages, which a release does not have. It does not use node_modules/.bin/node, which
 * some versions of npm do not create (decision 001).
 */
export function findInstalledNode() {
  const platform = `${process.platform}-${process.arch}`
  const places = [`node-${platform}`, `node-bin-${platform}`].map((name) =>
    path.join(root, 'node_modules', name, 'bin/node'),
  )
  return places.find((file) => existsSync(file))
}

/**
 * Installs optional and development packages whatever the user's npm configuration leaves out, because without them
 * neither Node.js nor the tools are installed.
 */
export const installCommand = 'npm ci --include=dev --include=optional'

import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

// 24.7 is the first version with type stripping, node:sqlite and argon2 in node:crypto.
export const oldestNode = '24.7'

/** Whether this version of Node.js can run the server. */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * The Node.js among the packages, which a release does not have. Not by node_modules/.bin/node, which some versions of
 * npm do not make (decision 001).
 */
export function findInstalledNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const packages = [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]
  return packages.map((name) => path.join(root, 'node_modules', name, program)).find((file) => existsSync(file))
}

/** Whether the packages of the checkout are installed, complete or not. */
export const hasPackages = () => existsSync(path.join(root, 'node_modules/.package-lock.json'))

/** Whatever a person's npm configuration leaves out: without these are neither Node.js nor the tools. */
export const installCommand = 'npm ci --include=dev --include=optional'

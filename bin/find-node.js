// This file is plain JavaScript and uses no packages, because the first Node.js on the PATH may be too old
// for the server.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareVersions, findHole, isNewEnough } from './node-releases.js'

/** The folder of the checkout or the release. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/**
 * @typedef {{ program: string, version: string }} Node
 */

/**
 * Finds the Node.js that a release for Linux includes, or the one among the packages of a checkout. It does not use
 * node_modules/.bin/node, which some versions of npm do not create (decision 001).
 *
 * @returns {Node | undefined}
 */
export function findInstalledNode() {
  const platform = `${process.platform}-${process.arch}`
  const folders = ['node', `node_modules/node-${platform}`, `node_modules/node-bin-${platform}`].map((name) =>
    path.join(root, name),
  )
  const folder = folders.find((each) => existsSync(path.join(each, 'bin/node')))
  if (folder === undefined) return undefined
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { program: path.join(folder, 'bin/node'), version }
}

/**
 * Chooses the newest Node.js without known vulnerabilities, or the newest one if all have some. The others on the PATH
 * are asked for their version only then, because that takes time.
 *
 * @param {Node | undefined} installed the one among the packages, if it starts
 * @returns {Node | undefined} undefined if none is new enough
 */
export function chooseNewestNode(installed) {
  const near = [...(installed ? [installed] : []), { program: process.execPath, version: process.versions.node }]
  const best = newestOf(near)
  return best && !findHole(best.version) ? best : newestOf([...near, ...listNodesOnPath()])
}

/** @param {Node[]} nodes */
function newestOf(nodes) {
  const usable = nodes.filter(({ version }) => isNewEnough(version))
  const patched = usable.filter(({ version }) => !findHole(version))
  return (patched.length > 0 ? patched : usable).sort((a, b) => compareVersions(b.version, a.version))[0]
}

function listNodesOnPath() {
  const folders = new Set((process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder)))
  return [...folders].flatMap((folder) => {
    const program = path.join(folder, 'node')
    // A shell would not reach a folder after the first Node.js on the PATH.
    if (!isProtected(folder) || !isProtected(program)) return []
    const { status, stdout } = spawnSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8', timeout: 5_000 })
    return status === 0 ? [{ program, version: stdout.trim() }] : []
  })
}

/**
 * Whether a file or folder can be read, and not every user can change it.
 *
 * @param {string} place
 */
function isProtected(place) {
  try {
    return (statSync(place).mode & 0o002) === 0
  } catch {
    return false
  }
}

/**
 * Installs optional and development packages whatever the user's npm configuration leaves out, because without them
 * neither Node.js nor the tools are installed.
 */
export const installCommand = 'npm ci --include=dev --include=optional'

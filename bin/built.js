import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './find-node.js'

/** The parts of a checkout that are built, and their source files and folders, relative to its root. */
export const builds = {
  server: {
    folder: 'server/dist',
    sources: ['server/src', 'server/rolldown.config.ts', 'contract', 'formats', 'package.json', 'package-lock.json'],
  },
  web: {
    folder: 'web/dist',
    sources: ['web', 'contract', 'formats', 'package-lock.json', 'tsconfig.base.json'],
  },
}
const notSources = /^(node_modules|dist|testing|route-tree\.gen\.ts)$|\.test\./

// The stamp is inside the folder that every build empties first, so a killed build leaves no stamp.
/** @param {string} folder */
const stampOf = (folder) => path.join(root, folder, '.built-from')

/**
 * Finds the built server, which starts in half the time and needs less memory, or its sources if they are newer. A
 * release has no sources.
 *
 * @param {'main' | 'cli'} name
 */
export function serverProgram(name) {
  const hasSources = existsSync(path.join(root, 'server/src'))
  return hasSources && !isBuilt('server') ? `server/src/${name}.ts` : `${builds.server.folder}/${name}.js`
}

/**
 * Whether it is built and none of its sources has been changed, added or removed since.
 *
 * @param {keyof typeof builds} name
 */
export function isBuilt(name) {
  const stamp = stampOf(builds[name].folder)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stateOf(builds[name].sources)
}

/**
 * Builds it unless the build is current.
 *
 * @param {keyof typeof builds} name
 * @param {() => unknown} build
 */
export async function buildOnce(name, build) {
  if (isBuilt(name)) return
  const state = stateOf(builds[name].sources)
  await build()
  writeFileSync(stampOf(builds[name].folder), state)
}

/**
 * Compares sizes and change times (ctime, which copying cannot set), because reading the files would delay each start.
 *
 * @param {string[]} sources
 */
function stateOf(sources) {
  const hash = createHash('sha256')
  /** @param {string} place */
  const add = (place) => {
    const status = statSync(path.join(root, place))
    if (!status.isDirectory()) return void hash.update(`${place}\0${status.size}\0${status.ctimeMs}\0`)
    for (const name of readdirSync(path.join(root, place)).sort()) {
      if (!notSources.test(name)) add(`${place}/${name}`)
    }
  }
  sources.forEach(add)
  return hash.digest('hex')
}

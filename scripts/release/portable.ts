import { cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findInstalledNode } from '../../bin/find-node.js'
import { root } from '../program.ts'
import { product } from './assemble.ts'
import { listParts } from './sbom.ts'

type Platform = { name: string; library: string; licence: string }

/** The platform of which a release includes Node.js: the one that makes it, if it is Linux on x64. */
export const platform: Platform | undefined =
  process.platform === 'linux' && process.arch === 'x64'
    ? {
        name: 'linux-x64',
        library: '/usr/lib/x86_64-linux-gnu/libatomic.so.1',
        licence: '/usr/share/doc/libatomic1/copyright',
      }
    : undefined

/**
 * Adds the pinned Node.js, also to the list of packages, the library that a bare Debian lacks, and their licences, and a
 * program that starts the console with them.
 * @throws Error if this machine lacks the library
 */
export async function addNode(folder: string, { library, licence, name }: Platform): Promise<void> {
  for (const file of [library, licence])
    if (!existsSync(file)) throw new Error(`${file} is missing. On Debian, run: apt-get install libatomic1`)
  const node = findInstalledNode()
  if (!node) throw new Error('Node.js is not among the installed packages.')
  const packed = path.join(folder, 'node')
  for (const each of ['bin', 'lib']) mkdirSync(path.join(packed, each), { recursive: true })
  cpSync(node.program, path.join(packed, 'bin/node'))
  cpSync(path.join(root, 'node_modules', `node-${name}`, 'LICENSE'), path.join(packed, 'LICENSE'))
  cpSync(realpathSync(library), path.join(packed, 'lib/libatomic.so.1'))
  cpSync(realpathSync(licence), path.join(packed, 'lib/LICENSE.libatomic'))
  writeFileSync(path.join(packed, 'package.json'), `${JSON.stringify({ version: node.version })}\n`)
  cpSync(path.join(root, 'scripts/release/health-console'), path.join(folder, 'health-console'))
  writeFileSync(path.join(folder, 'sbom.cdx.json'), await listParts(product, [`node-${name}@${node.version}`]))
}

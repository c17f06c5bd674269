import { cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findInstalledNode } from '../../bin/find-node.js'
import { root, runStep } from '../program.ts'
import { product } from './assemble.ts'
import { listParts } from './sbom.ts'

type Platform = { name: string; library: string }

/** The platform of which a release includes Node.js: the one that makes it, if it is Linux on x64. */
export const platform: Platform | undefined =
  process.platform === 'linux' && process.arch === 'x64'
    ? {
        name: 'linux-x64',
        library: '/usr/lib/x86_64-linux-gnu/libatomic.so.1',
      }
    : undefined

/** The licence of the library, which refers to Debian's copy of the second one. */
const licences = {
  'LICENSE.libatomic': '/usr/share/doc/libatomic1/copyright',
  'LICENSE.GPL-3': '/usr/share/common-licenses/GPL-3',
}

/**
 * Adds the pinned Node.js, also to the list of packages, the library that a bare Debian lacks, and their licences, and a
 * program that starts the console with them.
 * @throws Error if this machine lacks the library
 */
export async function addNode(folder: string, { library, name }: Platform): Promise<void> {
  const node = findInstalledNode()
  if (!node) throw new Error('Node.js is not among the installed packages.')
  const packed = path.join(folder, 'node')
  mkdirSync(path.join(packed, 'bin'), { recursive: true })
  await addLibrary(path.join(packed, 'lib'), library)
  cpSync(node.program, path.join(packed, 'bin/node'))
  cpSync(path.join(root, 'node_modules', `node-${name}`, 'LICENSE'), path.join(packed, 'LICENSE'))
  writeFileSync(path.join(packed, 'package.json'), `${JSON.stringify({ version: node.version })}\n`)
  cpSync(path.join(root, 'scripts/release/health-console'), path.join(folder, 'health-console'))
  writeFileSync(path.join(folder, 'sbom.cdx.json'), await listParts(product, [`node-${name}@${node.version}`]))
}

/** Adds libatomic to a new folder, with its licences, and where its source is, which the GPL requires. */
export async function addLibrary(folder: string, library: string): Promise<void> {
  for (const file of [library, ...Object.values(licences)])
    if (!existsSync(file)) throw new Error(`${file} is missing. On Debian, run: apt-get install libatomic1`)
  mkdirSync(folder, { recursive: true })
  cpSync(realpathSync(library), path.join(folder, path.basename(library)))
  for (const [name, file] of Object.entries(licences)) cpSync(realpathSync(file), path.join(folder, name))
  const format = '-f=${Version} ${source:Package} ${source:Version}'
  const [version = '', source = '', sourceVersion = ''] = (
    await runStep(['dpkg-query', '-W', format, 'libatomic1'])
  ).split(' ')
  writeFileSync(
    path.join(folder, 'SOURCE.libatomic'),
    `${path.basename(library)} is the one of Debian's package libatomic1 ${version}, unchanged. Its source is at\n` +
      `https://snapshot.debian.org/package/${source}/${encodeURIComponent(sourceVersion)}/\n`,
  )
}

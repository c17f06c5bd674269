import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { oldestNode } from '../../bin/node-releases.js'
import { requireInstalled } from '../prepare/install.js'
import { root } from '../program.ts'
import { listFiles } from './list-files.ts'
import { listParts } from './sbom.ts'

const { name, version, license, type } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
export const product: { name: string; version: string } = { name, version }

export const shipped = [
  'bin',
  'server/dist',
  'server/package.json',
  'web/dist',
  'deploy',
  'docs',
  '.env.example',
  'bench/README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'THIRD-PARTY-NOTICES.md',
]

/** Puts the built server, which contains its packages, and the built web into an empty folder. */
export async function assemble(folder: string): Promise<void> {
  requireInstalled()
  for (const file of shipped) {
    const filter = (source: string) => !source.endsWith('.built-from')
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true, filter })
  }
  // This is for devices, which have nothing else of the console.
  cpSync(path.join(root, 'server/src/features/files/signing/verify-model.mjs'), path.join(folder, 'verify-model.mjs'))
  const manifest = { name, version, private: true, license, type, engines: { node: `>=${oldestNode}` } }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(path.join(folder, 'sbom.cdx.json'), await listParts(product))
  listFiles(folder)
}

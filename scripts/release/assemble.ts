import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { carriedPackages, serverWorkspaces } from '../carried-packages.ts'
import { requireInstalled } from '../prepare/install.js'
import { root } from '../program.ts'
import { listParts } from './sbom.ts'

const { name, version, license, type } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
export const product: { name: string; version: string } = { name, version }

export const shipped = [
  'bin',
  'contract',
  'formats',
  'server/src',
  'server/package.json',
  'web/dist',
  'deploy',
  'docs/api.md',
  'docs/operations.md',
  'docs/security.md',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'THIRD-PARTY-NOTICES.md',
]
const isForDevelopment = (file: string) =>
  /\.test\.ts$|\.snapshot\.txt$|tsconfig\.json$|(^|\/)(testing|node_modules|\.vite|\.built-from)(\/|$)/.test(file)

/** Puts everything that the server needs, the built web among it, into an empty folder. */
export async function assemble(folder: string): Promise<void> {
  requireInstalled()
  for (const file of shipped) copy(file, folder, isForDevelopment)
  for (const { place } of carriedPackages(serverWorkspaces)) {
    // Nested packages are copied only if they are needed.
    copy(place, folder, (file) => file.slice(place.length).includes('/node_modules'))
  }
  mkdirSync(path.join(folder, 'node_modules/@health-console'), { recursive: true })
  for (const each of serverWorkspaces) symlinkSync(`../../${each}`, path.join(folder, `node_modules/@${name}/${each}`))
  const manifest = { name, version, private: true, license, type, engines: { node: '>=26' } }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(path.join(folder, 'sbom.cdx.json'), await listParts(product))
}

function copy(file: string, folder: string, isLeftOut: (file: string) => boolean): void {
  const filter = (source: string) => !isLeftOut(path.relative(root, source))
  cpSync(path.join(root, file), path.join(folder, file), { recursive: true, filter })
}

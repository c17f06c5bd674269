import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { builds, isBuilt } from '../../bin/built.js'
import type * as ours from '../../bin/built.js'
import { root } from '../program.ts'

const made = new Set(
  ['.git', '.cache', 'data', 'release', 'test-results', 'server/dist', 'web/dist'].map((each) => path.join(root, each)),
)

/** Copies the sources as they are in a downloaded archive: without a git folder, packages or build output. */
export function copySources(folder: string): void {
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !made.has(source) && path.basename(source) !== 'node_modules',
  })
}

/** Gives a copy the packages and the build output of this checkout, without linked programs, as some versions of npm leave them. */
export async function lendPackages(folder: string): Promise<void> {
  const packages = path.join(root, 'node_modules')
  const link = (name: string) => symlinkSync(path.join(packages, name), path.join(folder, 'node_modules', name))
  mkdirSync(path.join(folder, 'node_modules/@health-console'), { recursive: true })
  readdirSync(packages)
    .filter((name) => name !== '.bin' && name !== '@health-console')
    .forEach(link)
  for (const name of ['contract', 'formats', 'server', 'web'])
    symlinkSync(`../../${name}`, path.join(folder, 'node_modules/@health-console', name))
  const { buildOnce } = (await import(path.join(folder, 'bin/built.js'))) as typeof ours
  for (const name of ['server', 'web'] as const) {
    const { folder: built } = builds[name]
    if (isBuilt(name))
      await buildOnce(name, () => cpSync(path.join(root, built), path.join(folder, built), { recursive: true }))
  }
}

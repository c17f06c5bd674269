import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../core/config.ts'

const unfinished = '.part'

/** The folder of each asset of the version before, by its name. */
export type KeptAssets = ReadonlyMap<string, string>

/**
 * Keeps a copy of this version's assets for the next one, and finds those of the version before. During an upgrade,
 * pages of both versions are open, and name files that only their own version has.
 * @param assets the folder of this version's assets
 */
export async function keepAssets(assets: string, { dataDir }: Pick<Config, 'dataDir'>): Promise<KeptAssets> {
  const names = (await readdir(assets)).toSorted()
  const own = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
  const kept = path.join(dataDir, 'web-assets')
  await mkdir(kept, { recursive: true, mode: 0o700 })
  // These copies were interrupted.
  for (const name of await readdir(kept))
    if (name.endsWith(unfinished)) await rm(path.join(kept, name), { recursive: true })
  await copyOnce(assets, path.join(kept, own))
  // After a rollback, this is the newest one for the next version.
  const now = new Date()
  await utimes(path.join(kept, own), now, now)
  const [before, ...older] = await listNewestFirst(kept, own)
  for (const folder of older) await rm(folder, { recursive: true, force: true })
  if (before === undefined) return new Map()
  return new Map((await readdir(before)).map((name) => [name, before]))
}

async function copyOnce(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => undefined)) return
  await cp(from, to + unfinished, { recursive: true })
  await rename(to + unfinished, to)
}

async function listNewestFirst(kept: string, own: string): Promise<string[]> {
  const folders = (await readdir(kept)).filter((name) => name !== own).map((name) => path.join(kept, name))
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, atMs: (await stat(folder)).mtimeMs })))
  return dated.toSorted((one, other) => other.atMs - one.atMs).map(({ folder }) => folder)
}

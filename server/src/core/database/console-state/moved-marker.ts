import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { namingFullDisk } from '../../disk/no-space.ts'
import { syncFolder } from '../../disk/sync-folder.ts'

const Marker = z.object({
  atMs: z.number(),
  /** When the move was complete; 1.0.0 does not record it. */
  finishedAtMs: z.optional(z.number()),
  to: z.string(),
  database: z.boolean(),
  files: z.boolean(),
})

/** What was moved out of a data directory, and where it is now. */
type MovedMarker = z.infer<typeof Marker>

const fileIn = (dataDir: string) => path.join(dataDir, 'moved.json')

export const hasMoved = ({ dataDir }: Pick<Config, 'dataDir'>): boolean => existsSync(fileIn(dataDir))

/** Undefined if nothing was moved out of the data directory. */
export function findMovedMarker({ dataDir }: Pick<Config, 'dataDir'>): MovedMarker | undefined {
  const file = fileIn(dataDir)
  return existsSync(file) ? Marker.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/** @throws Error if the embedded database or the local files have been moved elsewhere */
export function requireNotMoved({
  dataDir,
  databaseUrl,
  storage,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>): void {
  const marker = findMovedMarker({ dataDir })
  if (marker === undefined) return
  const { atMs, finishedAtMs, to, database, files } = marker
  if (!(database && databaseUrl === undefined) && !(files && storage.kind === 'local')) return
  throw new Error(
    `This console ${finishedAtMs === undefined ? 'is moving or has moved' : 'has moved'} to ${to} (since ${new Date(atMs).toISOString()}): use the settings of the target. ` +
      `Here, everything is unchanged since then. To roll back, stop the server of the target and delete ${fileIn(dataDir)}.`,
  )
}

/** Leaves the marker, which is on disk when this function returns. A kill leaves the previous one, or none. */
export async function leaveMovedMarker(dataDir: string, marker: MovedMarker): Promise<void> {
  const draft = `${fileIn(dataDir)}.new`
  await namingFullDisk(dataDir, writeFile(draft, `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600, flush: true }))
  await rename(draft, fileIn(dataDir))
  await syncFolder(dataDir)
}

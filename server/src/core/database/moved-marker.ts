import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { syncFolder } from './sync-folder.ts'

const Marker = z.object({ atMs: z.number(), to: z.string(), database: z.boolean(), files: z.boolean() })

/** What was moved out of a data directory, and where it is now. */
type MovedMarker = z.infer<typeof Marker>

const fileIn = (dataDir: string) => path.join(dataDir, 'moved.json')

export const hasMoved = ({ dataDir }: Pick<Config, 'dataDir'>): boolean => existsSync(fileIn(dataDir))

/** @throws Error if the embedded database or the local files have been moved elsewhere */
export function requireNotMoved({
  dataDir,
  databaseUrl,
  storage,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>): void {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return
  const { atMs, to, database, files } = Marker.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (!(database && databaseUrl === undefined) && !(files && storage.kind === 'local')) return
  throw new Error(
    `This console is moving or has moved to ${to} (since ${new Date(atMs).toISOString()}): use the settings of the target. ` +
      `Here, everything is unchanged since then. To roll back, stop the server of the target and delete ${file}.`,
  )
}

/** Leaves the marker, which is on disk when this function returns. */
export async function leaveMovedMarker(dataDir: string, marker: MovedMarker): Promise<void> {
  const handle = openSync(fileIn(dataDir), 'w', 0o600)
  writeFileSync(handle, `${JSON.stringify(marker, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  await syncFolder(dataDir)
}

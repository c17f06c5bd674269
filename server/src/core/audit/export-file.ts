import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { namingFullDisk } from '../disk/no-space.ts'
import { syncFolder } from '../disk/sync-folder.ts'
import type { Db } from '../database/tables.ts'
import { readChain } from './read-chain.ts'
import type { ChainEnd } from './entry.ts'
import { toExportLine } from './verify-audit.mjs'

/** The program that verifies an export, in one file for auditors. */
export const verifierFile = new URL('./verify-audit.mjs', import.meta.url)

type ExportedRows = {
  /** The rows after this sequence, up to and including `last`. */
  after: number
  last?: number
  /** Creates the last line, from the last row. */
  toTrailer: (end: ChainEnd) => string | Promise<string>
  onProgress?: (sequence: number) => void
}

/**
 * Writes rows of the audit log to a file, which gets its name once it is complete and on disk, and puts the verifier
 * next to it.
 * @returns the last row
 */
export async function writeExport(
  db: Db,
  file: string,
  { after, last, toTrailer, onProgress = () => {} }: ExportedRows,
): Promise<ChainEnd | undefined> {
  const folder = path.dirname(file)
  const draft = `${file}.part`
  const write = (handle: FileHandle, content: string | Buffer) => namingFullDisk(folder, handle.appendFile(content))
  const handle = await openNew(draft)
  let end: ChainEnd | undefined
  try {
    for await (const rows of readChain(db, after, last)) {
      await write(handle, rows.map(toExportLine).join(''))
      end = rows.at(-1)
      onProgress(end?.sequence ?? 0)
    }
    if (end) {
      await write(handle, await toTrailer(end))
      await namingFullDisk(folder, handle.sync())
      await rename(draft, file)
    }
  } finally {
    await handle.close()
    // It may have filled the disk.
    await rm(draft, { force: true })
  }
  if (!end) return undefined
  await using verifier = await openNew(path.join(folder, 'verify-audit.mjs'))
  await write(verifier, await readFile(verifierFile))
  await syncFolder(folder)
  return end
}

/** Creates a file. If another user has put a link there, the target of the link is not overwritten. */
async function openNew(file: string): Promise<FileHandle> {
  await rm(file, { force: true })
  return open(file, 'wx', 0o600)
}

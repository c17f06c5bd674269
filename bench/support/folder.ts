import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { giveKey } from '../../server/testing/database-settings.ts'

/** A new folder. `run.ts` removes it with all that a measurement leaves. */
export const newFolder = () => mkdtempSync(path.join(tmpdir(), 'console-bench-'))

/** A new data directory, with the master key that commands need before the first start of a server. */
export function newDataDir(): string {
  const folder = newFolder()
  giveKey(folder)
  return folder
}

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { giveKey } from '../../server/testing/engines/database-settings.ts'

/** Creates a folder. `run.ts` removes it with everything that a measurement leaves. */
export const newFolder = () => mkdtempSync(path.join(tmpdir(), 'console-bench-'))

/** Creates a data directory with the master key that commands need before a server has started for the first time. */
export function newDataDir(): string {
  const folder = newFolder()
  giveKey(folder)
  return folder
}

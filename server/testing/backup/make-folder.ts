import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder outside the data, which is removed after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

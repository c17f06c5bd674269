import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from './error-code.ts'

/**
 * Creates folders, one in the other, in a folder that exists. A running server uses this: if its folder was moved away,
 * creating it again would hide that, and leave something behind where a backup is to be restored.
 * @throws Error (ENOENT) if the first folder does not exist
 */
export async function makeFoldersIn(folder: string, ...names: string[]): Promise<string> {
  let place = folder
  for (const name of names) {
    place = path.join(place, name)
    await mkdir(place, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
  return place
}

import { chmodSync, copyFileSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'

const nobody = 65_534

/** The user to run a program as, so that it may change none of our files. Only root can do that. */
export const otherUser: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/**
 * A folder that contains only this Node.js, which another user may run. It may be in a home folder that other users
 * cannot enter.
 */
export function copyNode(folder: string): string {
  const programs = path.join(folder, 'programs')
  mkdirSync(programs)
  copyFileSync(process.execPath, path.join(programs, 'node'), constants.COPYFILE_FICLONE)
  for (const each of [folder, programs, path.join(programs, 'node')]) chmodSync(each, 0o755)
  return programs
}

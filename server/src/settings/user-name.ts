import { readFileSync } from 'node:fs'

/** How to name a user of this machine, for example "health-console (999)". */
export function nameUser(uid: number): string {
  const name = findName(uid)
  return name === undefined ? String(uid) : `${name} (${uid})`
}

/** How a command names a user, which sudo takes with a # where it is a number, and chown without. */
export const userForCommand = (uid: number, number = String(uid)): string => findName(uid) ?? number

function findName(uid: number): string | undefined {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return lines.map((line) => line.split(':')).find((parts) => parts[2] === String(uid))?.[0]
  } catch {
    return undefined
  }
}

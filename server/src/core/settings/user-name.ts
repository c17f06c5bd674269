import { readFileSync } from 'node:fs'

/** The name of a user of this machine in messages, for example "health-console (999)". */
export function nameUser(uid: number): string {
  const name = findName(uid)
  return name === undefined ? String(uid) : `${name} (${uid})`
}

/** The name of a user in a command: sudo needs a # before a number, chown does not. */
export const userForCommand = (uid: number, number = String(uid)): string => findName(uid) ?? number

function findName(uid: number): string | undefined {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return lines.map((line) => line.split(':')).find((parts) => parts[2] === String(uid))?.[0]
  } catch {
    return undefined
  }
}

import { readFileSync } from 'node:fs'

/** Identifies a process so that a later process with the same id is not mistaken for it. */
export function identify(pid) {
  return `${pid} ${startTime(pid)}`
}

export function isAlive(identity) {
  const [pid, started] = identity.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return startTime(pid) === started
}

// Only Linux gives the start time without running a program; elsewhere only the process id is used.
function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; in a container without an init process it is never removed.
    return state === 'Z' ? 'ended' : fields[18]
  } catch {
    return '-'
  }
}

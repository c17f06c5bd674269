import { readFileSync } from 'node:fs'

/** Names a process so that a later process with the same id is not mistaken for it. */
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

// Only Linux tells the start time without running a program; elsewhere the process id alone has to do.
function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; in a container without an init process nobody ever clears it away.
    return state === 'Z' ? 'ended' : fields[18]
  } catch {
    return '-'
  }
}

// When npm is stopped, it stops only its shell, and a shell such as dash does not pass the signal on to its program. A
// program that imports this file ends together with the shell. Import it first in long-running programs of npm scripts.
const everyMs = 500

if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  timer.unref()
}

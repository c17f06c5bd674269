// Asked to end, npm ends its shell alone, and a shell such as dash passes no signal on to the program that it runs. Import
// it first in what an npm script starts and may run for long: it then ends with the shell.
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

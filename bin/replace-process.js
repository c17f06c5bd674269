const isWindows = process.platform === 'win32'

/** Replaces this process with a program, which inherits its input and output. */
export async function replaceProcess(program, args, env) {
  // The process id stays the same, so supervisors see the server's own exit code and their signals reach it.
  if (process.execve && !isWindows) process.execve(program, [program, ...args], env)
  const { spawn } = await import('node:child_process')
  const child = spawn(program, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => {
    process.stderr.write(`${program} does not start: ${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

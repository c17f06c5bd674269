// Plain JavaScript with built-ins only: the Node.js that is found first on the PATH may be too old for the server.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverProgram } from './built.js'
import { isNewEnough, oldestNode } from './node-version.js'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'

/** Replaces this process by the server or by an operator's command. */
export function launch(given) {
  const args = loadSettings(given)
  const node = findNode()
  if (node === undefined) return fail(`Node.js ${process.versions.node} is too old: ${oldestNode} or newer is needed.`)
  const env = {
    // They save memory (decision 009) and start time. Node.js reads both before it runs any code.
    MALLOC_ARENA_MAX: '1',
    NODE_COMPILE_CACHE: path.join(root, '.cache/compiled'),
    INIT_CWD: process.cwd(),
    ...process.env,
  }
  // A relative setting such as DATA_DIR=./data means the same folder wherever the command is run.
  process.chdir(root)
  return replaceProcess(node, programOf(args), env)
}

function programOf(args) {
  if (args[0] !== 'serve') return [serverProgram('cli'), ...args]
  const ending = process.env.npm_lifecycle_event === undefined ? [] : ['--import=./bin/end-with-npm.js']
  return ['--max-semi-space-size=4', ...ending, serverProgram('main')]
}

/** Loads `--settings=FILE`, with lines NAME=value. The environment takes precedence. @returns the other arguments */
function loadSettings(args) {
  const [file] = /^--settings=(.+)$/.exec(args[0] ?? '')?.slice(1) ?? []
  if (file === undefined) return args
  try {
    process.loadEnvFile(file)
  } catch (error) {
    fail(`--settings names ${file}, which cannot be read: ${error.code}`)
  }
  return loadSettings(args.slice(1))
}

/** Prefers the Node.js installed with the packages (decision 001), which a release does not have. */
function findNode() {
  const installed = path.join(root, 'node_modules/.bin/node')
  // On Windows this is a script, and npm has put the real program first on the PATH.
  if (!isWindows && existsSync(installed)) return installed
  return isNewEnough(process.versions.node) ? process.execPath : undefined
}

async function replaceProcess(program, args, env) {
  // The process id stays the same, so supervisors see the server's own exit code and their signals reach it.
  if (process.execve && !isWindows) process.execve(program, [program, ...args], env)
  const { spawn } = await import('node:child_process')
  const child = spawn(program, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => fail(`${program} does not start: ${error.message}`))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

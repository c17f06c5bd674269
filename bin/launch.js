// Plain JavaScript with built-ins only: the Node.js that is found first on the PATH may be too old for the server.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverProgram } from './built.js'
import { findInstalledNode, hasPackages, installCommand, isNewEnough, oldestNode } from './find-node.js'
import { replaceProcess } from './replace-process.js'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const compiled = path.join(root, '.cache')

/** Replaces this process by the server or by an operator's command. */
export function launch(given) {
  const args = loadSettings(given)
  const isServer = args[0] === 'serve'
  const program = serverProgram(isServer ? 'main' : 'cli')
  if (program.endsWith('.ts') && !hasPackages())
    return fail(`The packages of this checkout are not installed. Run: ${installCommand}`)
  const node = findInstalledNode() ?? process.execPath
  if (node === process.execPath && !isNewEnough(process.versions.node)) return fail(explainOldNode())
  const env = {
    // They save memory (decision 009) and start time. Node.js reads both before it runs any code.
    MALLOC_ARENA_MAX: '1',
    // Only where npm scripts have made the folder: nothing is written beside a release.
    ...(existsSync(compiled) && { NODE_COMPILE_CACHE: path.join(compiled, 'compiled') }),
    INIT_CWD: process.cwd(),
    ...process.env,
  }
  // A relative setting such as DATA_DIR=./data means the same folder wherever the command is run.
  process.chdir(root)
  return replaceProcess(node, isServer ? [...serverFlags(), program] : [program, ...args], env)
}

function explainOldNode() {
  const isCheckout = existsSync(path.join(root, 'package-lock.json'))
  const remedy = isCheckout ? `. It comes with the packages: ${installCommand}` : '.'
  return `Node.js ${process.versions.node} is too old: ${oldestNode} or newer is needed${remedy}`
}

function serverFlags() {
  const ending = process.env.npm_lifecycle_event === undefined ? [] : ['--import=./bin/end-with-npm.js']
  return ['--max-semi-space-size=4', ...ending]
}

/** Loads `--settings=FILE`, with lines NAME=value. The environment takes precedence. @returns the other arguments */
function loadSettings(args) {
  const [file] = /^--settings=(.+)$/.exec(args[0] ?? '')?.slice(1) ?? []
  if (file === undefined) return args
  // Logins set it to the path of a mailbox, which must not take precedence over the former name of MAIL_DELIVERY.
  if (!['on', 'off'].includes(process.env.MAIL)) delete process.env.MAIL
  try {
    process.loadEnvFile(file)
  } catch (error) {
    fail(`--settings names ${file}, which cannot be read: ${error.code}`)
  }
  return loadSettings(args.slice(1))
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

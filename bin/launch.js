// Plain JavaScript with built-ins only: the Node.js that is found first on the PATH may be too old for the server.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverProgram } from './built.js'
import { findInstalledNode, hasPackages, installCommand, isNewEnough, oldestNode } from './find-node.js'
import { findForeignData } from './refuse-root.js'
import { replaceProcess } from './replace-process.js'
import { readSettingsFile } from './settings-file.js'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const compiled = path.join(root, '.cache')
const help = ['--help', '-h']
/** The commands that change nothing. */
const harmless = [undefined, 'help', 'version', '--version', 'check']

/** Replaces this process by the server or by an operator's command. */
export function launch(given) {
  const args = given.filter((each) => !isFile(each))
  const isQuestion = args.some((each) => help.includes(each)) || ['version', '--version'].includes(args[0])
  if (!isQuestion) loadSettings(given.filter(isFile))
  const changesNothing = isQuestion || harmless.includes(args[0])
  const foreign = changesNothing ? undefined : findForeignData(given, root)
  if (foreign !== undefined) return fail(foreign)
  // With more words it is a question or a mistake, which the commands' program answers.
  const isServer = args[0] === 'serve' && args.length === 1
  const program = serverProgram(isServer ? 'main' : 'cli')
  if (program.endsWith('.ts') && !hasPackages())
    return fail(`The packages of this checkout are not installed. Run: ${installCommand}`)
  const node = findInstalledNode() ?? process.execPath
  if (node === process.execPath && !isNewEnough(process.versions.node)) return fail(explainOldNode())
  const env = {
    // They save memory (decision 132) and start time. Node.js reads both before it runs any code.
    MALLOC_ARENA_MAX: '1',
    // Only where npm scripts have made the folder: nothing is written beside a release.
    ...(existsSync(compiled) && { NODE_COMPILE_CACHE: path.join(compiled, 'compiled') }),
    INIT_CWD: process.cwd(),
    ...process.env,
    ...(changesNothing && { NODE_DISABLE_COMPILE_CACHE: '1' }),
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

/** Loads each `--settings=FILE`, wherever it is typed. The environment takes precedence, then the file that comes first. */
function loadSettings(options) {
  if (options.length === 0) return
  const names = new Set()
  for (const option of options) {
    const settings = readOrFail(option.slice(optionName.length))
    for (const [name, value] of Object.entries(settings)) {
      names.add(name)
      process.env[name] ??= value
    }
  }
  // For `check`: each name in a file is meant for the console.
  process.env.CONSOLE_SETTINGS_NAMES = [...names].join(' ')
}

function readOrFail(file) {
  try {
    return readSettingsFile('--settings', file)
  } catch (error) {
    return fail(error.message)
  }
}

const optionName = '--settings='
const isFile = (arg) => arg.startsWith(optionName)

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

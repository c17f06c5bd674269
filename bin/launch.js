// This file is plain JavaScript and uses only built-in modules; see find-node.js.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { serverProgram } from './built.js'
import { chooseNewestNode, findInstalledNode, installCommand, root } from './find-node.js'
import { oldestNode } from './node-releases.js'
import { rejectForeignData } from './reject-root.js'
import { replaceProcess } from './replace-process.js'
import { readSettingsFile } from './settings-file.js'

const compiled = path.join(root, '.cache')
const help = ['--help', '-h']
const version = ['version', '--version']
/** The commands that change nothing. */
const harmless = [undefined, 'help', 'check', ...version]
const settingsOption = '--settings='

/**
 * Replaces this process with the server or a system administrator's command.
 *
 * @throws Error with the reason why it cannot start
 */
export function launch(typed) {
  const args = typed.filter((arg) => !arg.startsWith(settingsOption))
  const isQuestion = args.some((arg) => help.includes(arg)) || version.includes(args[0])
  if (!isQuestion) loadSettings(typed.filter((arg) => arg.startsWith(settingsOption)))
  const changesNothing = isQuestion || harmless.includes(args[0])
  if (!changesNothing) rejectForeignData(typed, root)
  // With more arguments it is a question or a mistake, which the commands' program handles.
  const isServer = args[0] === 'serve' && args.length === 1
  const program = serverProgram(isServer ? 'main' : 'cli')
  const env = {
    // They save memory and start time. Node.js reads both before it runs any code.
    MALLOC_ARENA_MAX: '1',
    // This applies only if npm scripts have created the folder: nothing is written next to a release.
    ...(existsSync(compiled) && { NODE_COMPILE_CACHE: path.join(compiled, 'compiled') }),
    INIT_CWD: process.cwd(),
    ...process.env,
    ...(changesNothing && { NODE_DISABLE_COMPILE_CACHE: '1' }),
  }
  const node = findNode(program)
  // A relative setting such as DATA_DIR=./data means the same folder wherever the command is run.
  process.chdir(root)
  return replaceProcess(node, isServer ? [...serverFlags(), program] : [program, ...args], env)
}

function findNode(program) {
  if (program.endsWith('.ts') && !existsSync(path.join(root, 'node_modules/.package-lock.json')))
    throw new Error(`The packages of this checkout are not installed. Run: ${installCommand}`)
  const node = chooseNewestNode(findInstalledNode())
  if (node) return node.program
  const isCheckout = existsSync(path.join(root, 'package-lock.json'))
  const remedy = isCheckout ? `. It comes with the packages: ${installCommand}` : '.'
  throw new Error(`Node.js ${process.versions.node} is too old: ${oldestNode} or newer is needed${remedy}`)
}

function serverFlags() {
  const ending = process.env.npm_lifecycle_event === undefined ? [] : ['--import=./bin/end-with-npm.js']
  // Half of the default saves memory. A quarter saves 40 MiB more under load, but pages take a tenth longer.
  return ['--max-semi-space-size=8', ...ending]
}

/** Loads each `--settings=FILE`, wherever it is typed. The environment takes precedence, then the first file. */
function loadSettings(options) {
  if (options.length === 0) return
  const names = new Set()
  for (const option of options) {
    for (const [name, value] of Object.entries(readSettingsFile('--settings', option.slice(settingsOption.length)))) {
      names.add(name)
      process.env[name] ??= value
    }
  }
  // For `check`: every name in a file is meant for the console.
  process.env.CONSOLE_SETTINGS_NAMES = [...names].join(' ')
}

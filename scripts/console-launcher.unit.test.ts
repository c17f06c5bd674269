import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json, text } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { copyNode, otherUser } from '../server/testing/processes/other-user.ts'
import { reportNode } from '../server/testing/processes/server-process.ts'
import { root } from './program.ts'

/** A stand-in for the server and the commands: it reports how it was started, then ends as requested. */
const program = `
  const { pid, argv, execArgv, env } = process
  console.log(JSON.stringify({ pid, args: argv.slice(2), execArgv, env, folder: process.cwd() }))
  if (argv[2] === 'wait' || env.WAIT) setInterval(() => {}, 1000)
  else process.exitCode = Number(env.EXIT_CODE ?? 0)
`
let folder: string
let programs: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'console-launcher-')))
  cpSync(path.join(root, 'bin'), path.join(folder, 'bin'), { recursive: true })
  mkdirSync(path.join(folder, 'server/src'), { recursive: true })
  for (const name of ['main', 'cli']) writeFileSync(path.join(folder, `server/src/${name}.ts`), program)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  installPackages()
  writeFileSync(path.join(folder, 'settings.env'), "DATA_DIR='/srv/a#b@c'\nPORT=4000\nEXIT_CODE=3\n")
  programs = copyNode(folder)
  return () => rmSync(folder, { recursive: true, force: true })
})

/** The file that npm writes after it has installed packages. */
function installPackages() {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), '{}')
}

/** Runs as in production: as a user who may change nothing, with only Node.js on the PATH. */
function start(args: string[], { flags = '', cwd = '/', env = {}, user = otherUser } = {}) {
  const child = spawn(path.join(folder, 'bin/console'), args, {
    cwd,
    env: { PATH: programs, NODE_OPTIONS: flags, ...env },
    ...user,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  const output = () => json(child.stdout) as Promise<Record<string, unknown>>
  return { child, ended, output, errors: () => text(child.stderr) }
}

const withoutExecve = '--import=data:text/javascript,delete%20process.execve'

test('the server gets its flags and a command its arguments; nothing is installed or written', async () => {
  const before = readdirSync(folder)
  const server = start(['serve'])
  expect(await server.output()).toMatchObject({
    pid: server.child.pid,
    args: [],
    execArgv: ['--max-semi-space-size=8'],
    env: { MALLOC_ARENA_MAX: '1' },
    folder,
  })
  const command = start(['create-admin', '--email', 'a@example.org'])
  expect(await command.output()).toMatchObject({ args: ['create-admin', '--email', 'a@example.org'], execArgv: [] })
  expect(await command.errors()).toBe('')
  expect(readdirSync(folder)).toEqual(before)
})

test('in a checkout, the compile cache is in the folder of the npm scripts', async () => {
  mkdirSync(path.join(folder, '.cache'))
  onTestFinished(() => rmSync(path.join(folder, '.cache'), { recursive: true }))
  const { output } = start(['list-admins'])
  expect(await output()).toMatchObject({ env: { NODE_COMPILE_CACHE: path.join(folder, '.cache/compiled') } })
})

/** Puts a program in place of a Node.js among the packages. */
function installNode(version: string): void {
  const place = path.join(folder, `node_modules/node-${process.platform}-${process.arch}`)
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  mkdirSync(path.join(place, 'bin'), { recursive: true })
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ version }))
  writeFileSync(path.join(place, 'bin/node'), '#!/bin/sh\necho installed "$@"\n', { mode: 0o755 })
}

test('the newest patched Node.js is used: the one among the packages, or the first on the PATH', async () => {
  const used = () => text(start(['list-admins']).child.stdout)
  installNode('99.0.0')
  expect(await used()).toBe('installed server/src/cli.ts list-admins\n')
  installNode('26.10.0')
  expect(await used()).toMatch(/^\{"pid"/)
})

test('if both have known vulnerabilities, the other ones on the PATH are tried, and the newest is used', async () => {
  const others = mkdtempSync(path.join(folder, 'others-'))
  const reported = path.join(others, 'version')
  writeFileSync(path.join(others, 'node'), `#!/bin/sh\ntest "$1" = -p && /bin/cat ${reported} || echo other "$@"\n`, {
    mode: 0o755,
  })
  chmodSync(others, 0o755)
  const used = () =>
    text(start(['list-admins'], { flags: reportNode('26.1.0'), env: { PATH: `${programs}:${others}` } }).child.stdout)
  installNode('26.10.0')
  for (const [version, expected] of [
    ['24.99.0', 'other server/src/cli.ts list-admins\n'],
    ['26.9.0', 'installed server/src/cli.ts list-admins\n'],
    ['22.99.0', 'installed server/src/cli.ts list-admins\n'],
  ] as const) {
    writeFileSync(reported, version)
    expect([version, await used()]).toEqual([version, expected])
  }
})

test('a Node.js that every user can replace is not run', async () => {
  const others = mkdtempSync(path.join(folder, 'others-'))
  onTestFinished(() => chmodSync(others, 0o755))
  const other = path.join(others, 'node')
  writeFileSync(other, '#!/bin/sh\ntest "$1" = -p && echo 24.99.0 || echo other\n', { mode: 0o755 })
  const used = (mode: number, ofFolder: number) => {
    chmodSync(other, mode)
    chmodSync(others, ofFolder)
    const env = { PATH: `${programs}:${folder}/nowhere:${others}` }
    return text(start(['list-admins'], { flags: reportNode('26.1.0'), env }).child.stdout)
  }
  installNode('26.10.0')
  expect(await used(0o755, 0o755)).toBe('other\n')
  for (const [mode, ofFolder] of [
    [0o755, 0o777],
    [0o755, 0o1777],
    [0o757, 0o755],
    [0o755, 0o000],
  ] as const)
    expect(await used(mode, ofFolder)).toBe('installed server/src/cli.ts list-admins\n')
})

test('the error for a checkout without packages says how to install them', async () => {
  rmSync(path.join(folder, 'node_modules'), { recursive: true })
  onTestFinished(installPackages)
  const { errors, ended } = start(['list-admins'])
  expect(await errors()).toBe(
    'The packages of this checkout are not installed. Run: npm ci --include=dev --include=optional\n',
  )
  expect(await ended).toEqual([1, null])
})

test('settings are read from a file, and the environment takes precedence', async () => {
  const { output, ended } = start(['--settings=settings.env', 'list-admins'], {
    cwd: folder,
    env: { PORT: '5000' },
  })
  expect(await output()).toMatchObject({ args: ['list-admins'], env: { DATA_DIR: '/srv/a#b@c', PORT: '5000' } })
  expect(await ended).toEqual([3, null])
  const missing = start(['--settings=nowhere.env', 'list-admins'], { cwd: folder })
  expect(await missing.errors()).toBe('--settings specifies nowhere.env, which does not exist.\n')
  expect(await missing.ended).toEqual([1, null])
})

test('a settings file is read before and after the command, and the first of several files takes precedence', async () => {
  writeFileSync(path.join(folder, 'more.env'), "PORT='6000'\nHOST='::1'\n")
  for (const args of [
    ['--settings=settings.env', '--settings=more.env', 'check'],
    ['check', '--settings=settings.env', '--settings=more.env'],
  ]) {
    const output = await start(args, { cwd: folder }).output()
    expect(output).toMatchObject({ args: ['check'], env: { PORT: '4000', HOST: '::1' } })
    expect(output).toMatchObject({ env: { CONSOLE_SETTINGS_NAMES: 'DATA_DIR EXIT_CODE PORT HOST' } })
  }
})

test('options after the command belong to it, including --version', async () => {
  const args = ['publish', '--alone', '--version', '3']
  const { output } = start([...args, '--settings=settings.env'], { cwd: folder })
  expect(await output()).toMatchObject({ args, env: { PORT: '4000' } })
})

test.skipIf(otherUser.uid === undefined)(
  'the error for an unreadable settings file contains its path and the reason (only as root)',
  async () => {
    writeFileSync(path.join(folder, 'closed.env'), 'PORT=4000\n', { mode: 0o600 })
    const { errors, ended } = start(['--settings=closed.env', 'list-admins'], { cwd: folder })
    expect(await errors()).toBe(
      '--settings specifies closed.env, which this user may not read: give its group permission (chown root:health-console, chmod 0640).\n',
    )
    expect(await ended).toEqual([1, null])
  },
)

test('relative paths of a command start at the folder where it is typed', async () => {
  const { output } = start(['import-users', 'users.ndjson'], { cwd: '/tmp' })
  expect(await output()).toMatchObject({ folder, env: { INIT_CWD: '/tmp' } })
})

test.skipIf(otherUser.uid === undefined)(
  'root is rejected on another user’s data, with the command to use, except for commands that change nothing (only as root)',
  async () => {
    const dataDir = mkdtempSync(path.join(folder, 'data-'))
    const asRoot = (args: string[], env: Record<string, string> = { DATA_DIR: dataDir }) =>
      start(args, { env, user: {} })
    expect(await asRoot(['list-admins']).output()).toMatchObject({ args: ['list-admins'] })

    const database = path.join(dataDir, 'console.db')
    writeFileSync(database, '')
    const proof = mkdtempSync(path.join(folder, 'proof-'))
    for (const place of [database, dataDir, proof]) {
      chownSync(place, otherUser.uid ?? 0, otherUser.gid ?? 0)
      for (const name of ['serve', 'backup', 'migrate']) {
        const { errors, ended } = asRoot([name, "it's", 'B'], { DATA_DIR: dataDir, AUDIT_PROOF_DIR: proof })
        expect(await errors()).toBe(
          `${place} belongs to user nobody, and the server could not read what root writes there. Nothing was changed. Use, ` +
            `with the settings in a file that this user can read:\n` +
            `  sudo -u nobody ${folder}/bin/console --settings=FILE ${name} 'it'\\''s' B\n`,
        )
        expect(await ended).toEqual([1, null])
      }
      chownSync(place, 0, 0)
    }
    chownSync(dataDir, otherUser.uid ?? 0, otherUser.gid ?? 0)
    for (const args of [['check'], ['version'], [], ['backup', '--help'], ['--version']])
      expect(await asRoot(args).output()).toMatchObject({ args, env: { NODE_DISABLE_COMPILE_CACHE: '1' } })
    expect(await start(['backup'], { env: { DATA_DIR: dataDir } }).output()).toMatchObject({ args: ['backup'] })
  },
)

test('if a process cannot be replaced, signals and the exit code are passed on', async () => {
  const ended = start(['--settings=settings.env', 'list-admins'], { flags: withoutExecve, cwd: folder })
  expect((await ended.output())['pid']).not.toBe(ended.child.pid)
  expect(await ended.ended).toEqual([3, null])
  const waiting = start(['wait'], { flags: withoutExecve })
  await once(waiting.child.stdout, 'data')
  waiting.child.kill('SIGTERM')
  expect(await waiting.ended).toEqual([null, 'SIGTERM'])
})

test('under npm, the server ends with the shell, which is the only process that npm signals', async () => {
  // The shell stays in between, as dash does.
  const shell = spawn('sh', ['-c', `${path.join(folder, 'bin/console')} serve; exit`], {
    env: { PATH: `${programs}:/usr/bin:/bin`, npm_lifecycle_event: 'start', WAIT: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...otherUser,
  })
  const closed = once(shell.stdout, 'close')
  const [output] = (await once(shell.stdout.setEncoding('utf8'), 'data')) as [string]
  const { pid } = JSON.parse(output) as { pid: number }
  let hasEnded = false
  onTestFinished(() => void (hasEnded || process.kill(pid, 'SIGKILL')))
  shell.kill('SIGTERM')
  // The output ends when the last process that has it open ends.
  await closed
  hasEnded = true
})

test('the error for a Node.js that is too old contains its version', async () => {
  const { errors, ended } = start(['serve'], { flags: reportNode('20.20.2') })
  expect(await errors()).toBe('Node.js 20.20.2 is too old: 24.7 or newer is needed.\n')
  expect(await ended).toEqual([1, null])
  writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  onTestFinished(() => rmSync(path.join(folder, 'package-lock.json')))
  expect(await start(['serve'], { flags: reportNode('20.20.2') }).errors()).toBe(
    'Node.js 20.20.2 is too old: 24.7 or newer is needed. ' +
      'It comes with the packages: npm ci --include=dev --include=optional\n',
  )
})

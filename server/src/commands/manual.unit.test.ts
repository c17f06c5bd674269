import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../../testing/server-process.ts'

// Each command of the manual and of `--help` is run as it is written, on a real console in a folder of its own.

const operations = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
const manual = readdirSync(path.join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(path.join(root, 'docs', name), 'utf8'))
  .join('\n')

let place: string

/** The folders of the manual, and the files that its commands name. */
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'console-manual-'))
  for (const folder of ['etc', 'var/backups', 'opt', 'data']) mkdirSync(path.join(place, folder), { recursive: true })
  for (const link of ['bin', 'opt/health-console', 'opt/health-console-next'])
    symlinkSync(link === 'bin' ? path.join(root, 'bin') : root, path.join(place, link))
  writeFileSync(path.join(place, 'etc/health-console.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`, {
    mode: 0o600,
  })
  const settings = { DATA_DIR: path.join(place, 'data'), SECRET_KEY_FILE: path.join(place, 'etc/health-console.key') }
  for (const name of ['health-console.env', 'health-console.new.env', 'health-console.owner.env'])
    writeFileSync(
      path.join(place, 'etc', name),
      Object.entries({ ...settings, MAIL_DELIVERY: 'off', DEMO: '0' })
        .map(([key, value]) => `${key}='${value}'\n`)
        .join(''),
    )
  for (const [name, marker] of [
    ['users.ndjson', 'firstName'],
    ['reports.ndjson', 'reportId'],
  ] as const) {
    const [, line = ''] = new RegExp(`\n(\\{"[^\n]*"${marker}"[^\n]*)\n`).exec(operations) ?? []
    writeFileSync(path.join(place, name), `${line}\n`)
  }
  return () => rmSync(place, { recursive: true, force: true })
})

type Outcome = { code: number; output: string }

/** Where root, sudo and absolute paths are meant, this folder stands for the machine. */
const here = (command: string) =>
  command
    .replaceAll(/^(cd \/tmp && )?sudo -u health-console /g, '')
    .replaceAll(/(?<![\w/.])\/(etc|var|opt)\//g, `${place}/$1/`)

async function run(command: string, input = ''): Promise<Outcome> {
  const env = { PATH: process.env['PATH'] ?? '', CONSOLE_NO_APT: '1' }
  const withSettings = command.includes('--settings=') ? {} : settingsOf('health-console.env')
  const running = promisify(execFile)('sh', ['-c', here(command)], { cwd: place, env: { ...env, ...withSettings } })
  running.child.stdin?.end(input)
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

const settingsOf = (name: string) =>
  Object.fromEntries(
    [...readFileSync(path.join(place, 'etc', name), 'utf8').matchAll(/^(\w+)='(.*)'$/gm)].map(([, key = '', value]) => [
      key,
      value ?? '',
    ]),
  )

/** What a command needs that is not there, so that it ends with this message, and the test that runs it for real. */
const needsMore: Record<string, RegExp> = {
  // files/approval/approval.test.ts
  publish: /There is no file of the type gguf\./,
  // move/postgres-move.test.ts and move/move.s3.test.ts
  move: /The new settings name the place where the console is already/,
  // staff/accounts/second-factor.test.ts and staff/sign-in/sign-on-routes.test.ts
  'reset-second-factor': /second factor/,
  'reset-sign-on': /is not linked to an account/,
}

/** What each usage of `--help` stands for, with every option of it. In the order in which a console comes to be. */
const examples: Record<string, string[]> = {
  version: ['version'],
  'migrate [--start-empty]': ['migrate --start-empty', 'migrate'],
  check: ['check', 'check --settings=/etc/health-console.env'],
  'create-admin --email ADDRESS --role admin|super_admin [--invite | --name NAME [--password-stdin]]': [
    'create-admin --email ada@example.org --role super_admin --name Ada --password-stdin',
    'create-admin --email bob@example.org --role admin --invite',
    'create-admin --email eve@example.org --role super_admin --name Eve --password-stdin',
  ],
  'list-admins [--json]': ['list-admins', 'list-admins --json'],
  'reset-password --email ADDRESS': ['reset-password --email ada@example.org'],
  'reset-second-factor --email ADDRESS': ['reset-second-factor --email ada@example.org'],
  'reset-sign-on --email ADDRESS': ['reset-sign-on --email ada@example.org'],
  'revoke-admin --email ADDRESS': ['revoke-admin --email eve@example.org'],
  'import-users FILE [--allow-erased] [--allow-older]': [
    'import-users users.ndjson',
    'import-users users.ndjson --allow-erased --allow-older',
  ],
  'import-reports FILE [--allow-erased] [--allow-older]': [
    'import-reports reports.ndjson',
    'import-reports reports.ndjson --allow-erased --allow-older',
  ],
  erased: ['erased > FILE'],
  'expired-reports': ['expired-reports'],
  'verify-files': ['verify-files'],
  'adopt-files': ['adopt-files'],
  'publish --alone --type gguf|onnx|txt --version NUMBER --reason TEXT': [
    "publish --alone --type gguf --version 3 --reason 'No one else is there'",
  ],
  'verify-models': ['verify-models'],
  'model-keys': ['model-keys'],
  'audit-key': ['audit-key > key.txt'],
  'export-audit FILE.ndjson': ['export-audit audit-log.ndjson'],
  'backup FOLDER [--keep COUNT] [--recipient age1…]': ['backup FOLDER', 'backup /var/backups/health-console --keep 14'],
  'drill FOLDER [--in FOLDER] [--identity FILE]': ['drill FOLDER', 'drill FOLDER --in elsewhere'],
  'move --to=FILE': ['move --to=/etc/health-console.new.env'],
}

/** Not run here, each with the reason. */
const elsewhere: Record<string, string> = {
  serve: 'runs until it is stopped: every test with a real server',
  'verify-audit':
    'needs a checkpoint, which a server writes: commands/audit-commands.test.ts, and below as in the manual',
  restore: 'needs an empty place: below as in the manual, and backup/drill.test.ts',
  'rotate-key': 'needs another key: below as in the manual, and master-key/rotate-key.test.ts',
}

const nameOf = (command: string) => / (?!--)([a-z][\w-]*)/.exec(command)?.[1] ?? ''

function expectFits(command: string, { code, output }: Outcome): void {
  const name = nameOf(` ${command.replace(/^.*bin\/console/, '')}`)
  const lacks = needsMore[name]
  expect([command, output]).toEqual([
    command,
    expect.not.stringMatching(/Usage: bin\/console|There is no command|Unknown option/),
  ])
  if (lacks) expect([command, output]).toEqual([command, expect.stringMatching(lacks)])
  else expect([command, code, output]).toEqual([command, 0, expect.anything()])
}

test('each command of --help is run with its options', { timeout: 600_000 }, async () => {
  const { output: help } = await run('bin/console --help')
  const usages = [...help.matchAll(/^ {2}bin\/console (.+)$/gm)].map(([, usage = '']) => usage)
  const others = usages.filter((usage) => !Object.hasOwn(elsewhere, usage.split(' ')[0] ?? ''))
  expect(others.toSorted()).toEqual(Object.keys(examples).toSorted())
  for (const [usage, commands] of Object.entries(examples)) {
    for (const command of commands) {
      const input = command.includes('--password-stdin') ? 'Journey-of-1000-Miles\n' : ''
      expectFits(command, await run(`bin/console ${command}`, input))
    }
    // --recipient and --identity need a key of age: backup/drill.test.ts
    const options = [...usage.matchAll(/--[\w-]+/g)]
      .map(([option]) => option)
      .filter((option) => !/recipient|identity/.test(option))
    for (const option of options) expect(commands.join('\n')).toContain(option)
  }
})

test('each command of the manual is run as it is written', { timeout: 600_000 }, async () => {
  const written = [
    ...manual.matchAll(
      /(?:cd \/tmp && sudo -u health-console )?(?<![\w./])(?:\/opt\/[\w-]+\/)?bin\/console ([a-z-][^`\n]*)/g,
    ),
  ]
    .map(([command]) => command.replace(/ #.*/, ''))
    // Text that speaks of a command calls it by its name alone.
    .filter((command) => !command.includes('…') && !/console (backup|move)$/.test(command))
  const commands = [...new Set(written)]
  expect(commands.length).toBeGreaterThan(20)
  for (const command of ['migrate', 'erased > FILE', 'backup FOLDER']) await run(`bin/console ${command}`)
  copyFileSync(path.join(place, 'users.ndjson'), path.join(place, 'checkpoint-from-the-mail.txt'))
  for (const command of commands) {
    const name = nameOf(` ${command.replace(/^.*bin\/console/, '')}`)
    if (['serve', 'restore', 'rotate-key', 'verify-audit', 'drill'].includes(name)) continue
    // It begins a console, which is there by now.
    if (command.endsWith('--start-empty')) continue
    expectFits(command, await run(command))
  }
  const the = (name: string) => commands.filter((command) => command.includes(`bin/console ${name}`))
  for (const command of the('drill')) expectFits(command, await run(command))

  // Without a checkpoint nothing proves the log: exit code 2, as the manual says.
  for (const command of the('verify-audit')) expect(await run(command)).toMatchObject({ code: 2 })

  expectFits('migrate', await run(`DATA_DIR=${path.join(place, 'begun')} bin/console migrate --start-empty`))

  for (const command of the('restore')) {
    const empty = path.join(place, `restored-${the('restore').indexOf(command)}`)
    const outcome = await run(`DATA_DIR=${empty} ${command}`)
    expectFits(command, outcome)
    expect(existsSync(path.join(empty, 'console.db'))).toBe(true)
  }

  const key = path.join(place, 'etc/health-console.key')
  const writeKey = (byte: number) =>
    writeFileSync(key, `${Buffer.alloc(32, byte).toString('base64')}\n`, { mode: 0o600 })
  for (const command of the('rotate-key --old')) {
    renameSync(key, here(command).split(' --old ')[1] ?? '')
    writeKey(2)
    expectFits(command, await run(command))
  }
  for (const command of the('rotate-key --lost')) {
    writeKey(3)
    // It lists what becomes unreadable, and goes on only with the name of the console.
    expect((await run(command)).output).toContain('--console localhost')
  }
})

/** Programs in the manual that need a machine of their own: `npm run test:deployment` installs by these lines. */
const onAMachine = [
  'sha256sum',
  'mkdir',
  'useradd',
  'install',
  'cp',
  'systemctl',
  'mv',
  'aws',
  'curl',
  'docker',
  'promtool',
  '(umask',
  'chown',
  'alter',
  'node',
  'sudo',
  'cd',
  '--env-file',
]

test('whatever else the manual has in its blocks is known, and no line holds a secret', () => {
  const blocks = [...operations.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].flatMap(([, language, block = '']) =>
    language === '' ? [block] : [],
  )
  const lines = blocks.flatMap((block) => block.split('\n').map((line) => line.trim())).filter(Boolean)
  const others = lines
    .filter((line) => !/^(\[?\{|bin\/console |\w+='[^']*'$)/.test(line))
    .map((line) => line.split(' ')[0] ?? '')
  expect(others.filter((program) => !onAMachine.includes(program))).toEqual([])
  const secrets = lines.filter((line) =>
    /\w*(PASSWORD|SECRET|KEY|TOKEN)='?[^'\s]|\/\/[^/@\s]+:[^/@\s]+@|--password[ =]|preserve-env/.test(
      line.replace(/\w+_FILE='[^']*'/g, ''),
    ),
  )
  expect(secrets).toEqual([])
})

import { execFile, execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { readSettingsFile } from '../../../bin/settings-file.js'
import { runHere } from '../../testing/processes/run-console.ts'
import { root } from '../../testing/processes/server-process.ts'

// Each command in the manual and in `--help` is run as it is written, on a real console in its own folder. A shell
// reads the line and starts `bin/console`, which leads into this process, because starting a process costs more than
// most commands.

const pagesOf = (folder: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8'))
    .join('\n')

const operations = pagesOf('docs/operations')
const manual = operations + pagesOf('docs')

let place: string

/** The folders of the manual, and the files that its commands use. */
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'console-manual-'))
  for (const folder of ['etc', 'var/backups', 'var/lib/health-console', 'root', 'tmp', 'data', 'programs'])
    mkdirSync(path.join(place, folder), { recursive: true })
  execFileSync('mkfifo', [path.join(place, 'typed'), path.join(place, 'answer')])
  const typed = `#!/bin/sh\nprintf '%s\\0' "$@" > ${place}/typed\nexec cat ${place}/answer\n`
  mkdirSync(path.join(place, 'bin'))
  writeFileSync(path.join(place, 'bin/console'), typed, { mode: 0o755 })
  for (const release of ['opt/health-console', 'opt/health-console-next']) {
    mkdirSync(path.join(place, release, 'deploy'), { recursive: true })
    symlinkSync(path.join(place, 'bin'), path.join(place, release, 'bin'))
    const program = readFileSync(path.join(root, 'deploy/health-console'), 'utf8')
    const options = { mode: 0o755 }
    writeFileSync(path.join(place, release, 'deploy/health-console'), here(program), options)
  }
  symlinkSync('../opt/health-console/deploy/health-console', path.join(place, 'programs/health-console'))
  // It would need root, and the user of the server.
  writeFileSync(path.join(place, 'programs/runuser'), '#!/bin/sh\nshift 3; exec "$@"\n', { mode: 0o755 })
  writeFileSync(path.join(place, 'etc/health-console.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`, {
    mode: 0o600,
  })
  useDataDir('data')
  const settings = readFileSync(path.join(place, 'etc/health-console.env'))
  for (const name of ['health-console.new.env', 'health-console.owner.env'])
    writeFileSync(path.join(place, 'etc', name), settings)
  for (const [name, marker] of [
    ['users.ndjson', 'firstName'],
    ['reports.ndjson', 'reportId'],
  ] as const) {
    const [, line = ''] = new RegExp(`\n(\\{"[^\n]*"${marker}"[^\n]*)\n`).exec(manual) ?? []
    for (const folder of ['.', 'var/lib/health-console']) writeFileSync(path.join(place, folder, name), `${line}\n`)
  }
  return () => rmSync(place, { recursive: true, force: true })
})

function useDataDir(folder: string): void {
  const settings = {
    DATA_DIR: path.join(place, folder),
    SECRET_KEY_FILE: path.join(place, 'etc/health-console.key'),
    MAIL_DELIVERY: 'off',
    DEMO: '0',
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}='${value}'\n`)
  writeFileSync(path.join(place, 'etc/health-console.env'), lines.join(''))
}

type Outcome = { code: number; output: string }

/** For absolute paths, this folder stands for the machine. */
const here = (command: string) => command.replaceAll(/(?<![\w/.])\/(etc|var|opt|root|tmp)\//g, `${place}/$1/`)

async function run(command: string, input = ''): Promise<Outcome> {
  const programs = path.join(place, 'programs')
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` }
  const shell = promisify(execFile)('sh', ['-c', here(command)], { cwd: place, env })
  const typed = (await readFile(path.join(place, 'typed'), 'utf8')).split('\0').slice(0, -1)
  const files = typed.filter((word) => word.startsWith('--settings=')).map((word) => word.slice('--settings='.length))
  const words = typed.filter((word) => !word.startsWith('--settings='))
  const settings = readSettingsFile('--settings', files[0] ?? path.join(place, 'etc/health-console.env'))
  const { code, stdout, stderr } = await runHere(words, { ...settings, INIT_CWD: place }, input)
  await writeFile(path.join(place, 'answer'), stdout)
  await shell
  return { code, output: stdout + stderr }
}

/**
 * What a command needs that does not exist here, so that it ends with this message, and the test that really runs it.
 */
const needsMore: Record<string, RegExp> = {
  // files/approval/approval.test.ts
  publish: /There is no file of the type gguf\./,
  // move/postgres-move.test.ts and move/move.s3.test.ts
  move: /The console is already where the new settings would put it/,
  // staff/accounts/second-factor.test.ts and staff/sign-in/sign-on.test.ts
  'reset-second-factor': /two-step sign-in/,
  'reset-sign-on': /is not linked to an account/,
}

/** One example for each usage in `--help`, with all its options, in setup order. */
const examples: Record<string, string[]> = {
  version: ['version'],
  'migrate [--start-empty]': ['migrate --start-empty', 'migrate'],
  check: ['check', 'check --settings=/etc/health-console.env'],
  'create-admin --email ADDRESS [--role admin|super_admin] [--invite | --name NAME [--password-stdin]]': [
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

/** The commands that are not run here, each with the reason. */
const elsewhere: Record<string, string> = {
  serve: 'runs until it is stopped: every test with a real server',
  'verify-audit':
    'needs a checkpoint, which a server writes: commands/audit-commands.test.ts, and below as in the manual',
  restore: 'needs an empty place: below as in the manual, and backup/restore-backup.test.ts',
  'rotate-key': 'needs another key: below as in the manual, and master-key/rotate-key.test.ts',
}

const nameOf = (command: string) =>
  /^(?:.*(?:health-console|bin\/console)(?: --settings=\S+)? )?([a-z][\w-]*)/.exec(command)?.[1] ?? ''

function expectFits(command: string, { code, output }: Outcome): void {
  const name = nameOf(command)
  const lacks = needsMore[name]
  expect([command, output]).toEqual([
    command,
    expect.not.stringMatching(/Usage: bin\/console|There is no command|Unknown option/),
  ])
  if (lacks) expect([command, output]).toEqual([command, expect.stringMatching(lacks)])
  else expect([command, code, output]).toEqual([command, 0, expect.anything()])
}

test('[operations-18] each command in --help runs with its options', { timeout: 600_000 }, async () => {
  const { output: help } = await run('bin/console --help')
  const usages = [...help.matchAll(/^ {2}bin\/console (.+)$/gm)].map(([, usage = '']) => usage)
  const others = usages.filter((usage) => !Object.hasOwn(elsewhere, usage.split(' ')[0] ?? ''))
  expect(others.toSorted()).toEqual(Object.keys(examples).toSorted())
  for (const [usage, commands] of Object.entries(examples)) {
    for (const command of commands) {
      const input = command.includes('--password-stdin') ? 'Journey-of-1000-Miles\n' : ''
      expectFits(command, await run(`bin/console ${command}`, input))
    }
    // --recipient and --identity need a key of age: backup/restore-backup.test.ts
    const options = [...usage.matchAll(/--[\w-]+/g)]
      .map(([option]) => option)
      .filter((option) => !/recipient|identity/.test(option))
    for (const option of options) expect(commands.join('\n')).toContain(option)
  }
})

test('[operations-18] each command in the manual runs as it is written', { timeout: 600_000 }, async () => {
  const written = [
    ...manual.matchAll(
      /(?<=^ *|`|docker exec -it console )(?:(?:\/opt\/[\w-]+\/deploy\/)?health-console|bin\/console) ([a-z-][^`\n]*)/gm,
    ),
  ]
    .map(([command]) => command.replace(/ #.*/, ''))
    // Prose that mentions a command contains only its name.
    .filter((command) => !command.includes('…') && !/console (backup|move|COMMAND --help)$/.test(command))
  const commands = [...new Set(written)]
  expect(commands.length).toBeGreaterThan(30)
  await run('bin/console migrate')
  const makeAdmin = (email: string) =>
    run(`bin/console create-admin ${email} --role super_admin --name Ada --password-stdin`, 'Journey-of-1000-Miles\n')
  for (const email of ['ada@example.org', 'eve@example.org', 'last@example.org']) await makeAdmin(`--email ${email}`)
  await run('bin/console backup /var/backups/health-console')
  const backups = path.join(place, 'var/backups/health-console')
  const [backup = ''] = readdirSync(backups).filter((name) => /^\d/.test(name))
  // The name that the manual uses as an example.
  cpSync(path.join(backups, backup), path.join(backups, '2026-11-03T02-00-00-000Z'), { recursive: true })
  copyFileSync(path.join(place, 'users.ndjson'), path.join(place, 'tmp/checkpoint-from-the-mail.txt'))
  for (const command of commands) {
    if (['serve', 'restore', 'rotate-key', 'verify-audit'].includes(nameOf(command))) continue
    // It starts a console, which already exists at this point.
    if (command.endsWith('--start-empty')) continue
    const email = nameOf(command) === 'create-admin' ? /--email \S+/.exec(command)?.[0] : undefined
    // Two pages invite the same admin. The invitation is accepted, for the commands that follow.
    if (email) await run(`bin/console revoke-admin ${email}`)
    expectFits(command, await run(command))
    if (email) await makeAdmin(email)
  }
  const the = (name: string) => commands.filter((command) => command.includes(`console ${name}`))

  // Without a checkpoint nothing proves the log: exit code 2, as the manual says.
  for (const command of the('verify-audit')) expect(await run(command)).toMatchObject({ code: 2 })

  useDataDir('begun')
  for (const command of the('migrate --start-empty')) expectFits(command, await run(command))
  for (const command of the('restore')) {
    const empty = `restored-${the('restore').indexOf(command)}`
    useDataDir(empty)
    expectFits(command, await run(command))
    expect(existsSync(path.join(place, empty, 'console.db'))).toBe(true)
  }

  useDataDir('data')
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
    // It lists what becomes unreadable, and continues only if the name of the console is typed.
    expect((await run(command)).output).toContain('--console localhost')
  }
})

/** Programs in the manual that need a separate machine: `npm run test:deployment` installs with these lines. */
const onAMachine =
  '--env-file (umask apt-get aws cd chown cp curl docker echo editor install journalctl ln mkdir mv nginx node printf ' +
  'promtool rm scp sed sha256sum ssh ssh-keygen sudo systemctl tar useradd /opt/health-console-next/deploy/health-console ./health-console health-console'

test('everything else in the code blocks of the manual is known, and no line contains a secret', () => {
  const blocks = [...operations.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].flatMap(([, language, block = '']) =>
    language === '' ? [block] : [],
  )
  const lines = blocks.flatMap((block) => block.split('\n').map((line) => line.trim())).filter(Boolean)
  const others = lines.filter((line) => !/^(\[?\{|\w+='[^']*'$)/.test(line)).map((line) => line.split(' ')[0] ?? '')
  expect(others.filter((program) => !onAMachine.split(' ').includes(program))).toEqual([])
  const secrets = lines.filter((line) =>
    /\w*(PASSWORD|SECRET|KEY|TOKEN)='?[^'\s]|\/\/[^/@\s]+:[^/@\s]+@|--password[ =]|preserve-env/.test(
      line.replace(/\w+_FILE='[^']*'/g, ''),
    ),
  )
  expect(secrets).toEqual([])
})

test('every message in the troubleshooting table is a message of the server', () => {
  const page = readFileSync(path.join(root, 'docs/operations/troubleshooting.md'), 'utf8')
  const signs = [...page.matchAll(/^\| (.*?) \|/gm)].map(([, sign = '']) => sign)
  const messages = signs
    .flatMap((sign) => [...sign.matchAll(/`([^`]+)`|“([^”]+)”/g)].map(([, code, quoted = '']) => code ?? quoted))
    .flatMap((message) => message.split('…').map((part) => part.replaceAll(/^[\s,:]+|[\s,:]+$/g, '')))
    .filter((message) => message.includes(' '))
  expect(messages.length).toBeGreaterThan(7)
  const sources = globSync('{server,web}/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
  expect(messages.filter((message) => !sources.some((source) => source.includes(message)))).toEqual([])
})

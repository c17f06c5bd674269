import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { builds } from '../../bin/built.js'
import { readConfig, settingNames } from '../../server/src/core/config.ts'
import { root } from '../program.ts'
import { shipped } from '../release/assemble.ts'
import { readCopy, readDockerfile, reachesBuilder } from './dockerfile.ts'

const instructions = readDockerfile()
const textsOf = (keyword: string) => instructions.filter((each) => each.keyword === keyword).map(({ text }) => text)

test('every file that the image is built from is in the build context', () => {
  const copied = textsOf('COPY').map(readCopy)
  const sources = copied.filter(({ from }) => from === undefined).flatMap((each) => each.sources)
  const { server, web } = builds
  const kept = shipped.filter((each) => each !== server.folder && each !== web.folder)
  const named = sources.filter((each) => each !== '.')
  const needed = [...named, 'scripts/release.ts', ...kept, ...server.sources, ...web.sources]
  expect(needed.filter((each) => !reachesBuilder(each) || !existsSync(path.join(root, each)))).toEqual([])
})

test('packages, history, data, build output and secrets are not in the build context', () => {
  const kept = [
    'node_modules/a/b.js',
    '.git/HEAD',
    'data/console.db',
    'release/x.tar.gz',
    'secret.key',
    '.env',
    'e2e/a.ts',
  ]
  const deeper = [
    'server/node_modules/a.js',
    'web/dist/index.html',
    'server/dist/main.js',
    'deploy/secret.key',
    'deploy/compose.env',
  ]
  expect([...kept, ...deeper].filter(reachesBuilder)).toEqual([])
})

test('the base of the image can be pinned by its hash, and bin/console runs as an unprivileged user', () => {
  expect(textsOf('ARG').map((text) => text.split('=')[0])).toEqual(['NODE_IMAGE'])
  expect(new Set(textsOf('FROM').map((text) => text.split(' ')[0])).size).toBe(1)
  expect(textsOf('USER')).toEqual(['node'])
  expect(textsOf('CMD')).toEqual(['["bin/console", "serve"]'])
  expect(instructions.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(
    instructions.findLastIndex(({ keyword }) => ['RUN', 'COPY'].includes(keyword)),
  )
})

const compose = readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8')
const sample = readFileSync(path.join(root, 'deploy/compose.env.example'), 'utf8')

/**
 * The environment that Compose gives the container: its env_file, overridden by the service's own variables, with
 * variables expanded.
 */
function settingsOfConsole(file: Record<string, string | undefined>): Record<string, string | undefined> {
  const [, service = ''] = /^ {2}console:\n([^]*?)^ {2}\w/m.exec(compose) ?? []
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service) ?? []
  const named = [...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\$\{(\w+)(?::[-?](.*?))?\}/g, (_, variable: string, other = '') => file[variable] || other),
  ])
  expect(service).toContain('env_file:\n      - compose.env\n')
  return { ...file, ...Object.fromEntries(named) }
}

test('Compose starts the console with the sample settings', () => {
  const settings = { ...settingsOfConsole(parseEnv(sample)), DATA_DIR: '/data' }
  expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([])
  expect(readConfig({ ...settings, NODE_ENV: 'production' })).toMatchObject({
    production: true,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    storage: { kind: 'local', folder: '/data/files' },
    mail: { method: 'smtp', smtp: { host: 'mail', port: 1025, tls: 'off' } },
    demo: false,
    mailbox: false,
  })
})

test('a password with @ and # reaches the database unchanged', () => {
  const password = 'p@ss#w/o:r%d $&"'
  const file = parseEnv(sample.replaceAll(/^(DATABASE_PASSWORD)=.*$/gm, `$1='${password.replace('$', '$$$$')}'`))
  const { databaseUrl } = readConfig(settingsOfConsole(file))
  expect(new pg.Client(databaseUrl)).toMatchObject({ host: 'database', user: 'console', password })
  // The database gets the same variable.
  expect(compose).toMatch(/POSTGRES_PASSWORD: \$\{DATABASE_PASSWORD:\?/)
})

test('each service in Compose can restart and get another IP address without the others', () => {
  const serviceOf = (name: string) => new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n)+)`, 'm').exec(compose)?.[1] ?? ''
  // A restarted service gets a new network namespace, which services that shared the former one do not see.
  for (const name of ['proxy', 'console']) expect(serviceOf(name)).toContain('network_mode: service:network\n')
  expect(serviceOf('network')).toContain("entrypoint: ['sleep', 'infinity']\n")
  // nginx looks up the IP address of a name only when it starts.
  const proxy = readFileSync(path.join(root, 'deploy/compose-nginx.conf'), 'utf8')
  const passed = [...proxy.matchAll(/(?:proxy_pass http:\/\/|^ {4}server )([^;\s]+)/gm)].map(([, to]) => to)
  expect(new Set(passed)).toEqual(new Set(['health_console', '127.0.0.1:3000']))
})

test('Compose opens no port to other machines', () => {
  const opened = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .*\n)+)/gm)].flatMap(([, list = '']) =>
    list.trim().split('\n'),
  )
  expect(opened.map((port) => port.trim())).toEqual(['- 127.0.0.1:8080:8080', '- 127.0.0.1:8025:8025'])
})

test('every variable that compose.yaml needs is in the sample', () => {
  const needed = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  expect(new Set(needed)).toEqual(new Set(Object.keys(parseEnv(sample))))
})

test('the secrets of Compose are excluded from the repository', () => {
  const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['/deploy/compose.env', 'secret.key']))
})

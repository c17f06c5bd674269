import '../bin/end-with-npm.js'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './program.ts'
import {
  browser,
  firefox,
  pdfReader,
  pgBouncer,
  postgres,
  s3Server,
  spreadsheetPrograms,
  webkit,
} from './test/optional-parts.ts'
import { readChange } from './test/changed.ts'
import { noteGreenFaults } from './test/proofs.ts'
import { runStages } from './test/run-stages.ts'
import { playwright, type Stage, vitest } from './test/stages.ts'
import { runVitest } from './test/vitest-stage.ts'

// Runs what takes too long for every change: npm run test:faults -- [test file] ... The tests of kills, lost
// connections and full disks run many rounds. Without a file, all server tests also run on PostgreSQL through a pooler,
// spreadsheet programs open and save downloaded tables, and the browser shows every screen in every variant.
const env = { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '20' }
const faults = { folder: 'server', filter: '.faults.test', env } as const
const unitTests = globSync('{server/src,scripts}/**/*.unit.test.ts', { cwd: root }).filter(
  (file) => file.includes('.faults.') || readFileSync(path.join(root, file), 'utf8').includes('faultRounds'),
)
const serverFaults = /^server\/.+\.faults\.test\.ts$/

const stages: Stage[] = [
  {
    name: 'faults on SQLite',
    groups: ['server'],
    files: /^server\/(?!.*\/postgres-).+\.faults\.test\.ts$/,
    ...vitest({ ...faults, projects: ['sqlite'] }),
  },
  {
    name: 'faults on PostgreSQL',
    groups: ['server'],
    files: serverFaults,
    needs: postgres,
    ...vitest({ ...faults, projects: ['postgres'] }),
  },
  {
    name: 'faults in unit tests',
    groups: ['server'],
    files: { test: (file) => unitTests.includes(file) },
    run: (call) =>
      runVitest(
        { ...call, files: call.files.length > 0 ? call.files : unitTests },
        { folder: 'server', projects: ['unit'], env },
      ),
  },
  {
    name: 'storage on S3',
    groups: ['server'],
    files: /\.faults\.s3\.test\.ts$/,
    needs: s3Server,
    ...vitest({ ...faults, filter: '.faults.s3.test', projects: ['s3'] }),
  },
  {
    name: 'server through PgBouncer',
    groups: ['server'],
    needs: pgBouncer,
    ...vitest({ folder: 'server', projects: ['postgres'], env: { TEST_PGBOUNCER: '1', FAULT_ROUNDS: undefined } }),
  },
  {
    name: 'spreadsheet programs',
    groups: ['server'],
    files: /\.programs\.test\.ts$/,
    needs: spreadsheetPrograms,
    ...vitest({ folder: 'server', projects: ['programs'] }),
  },
  {
    name: 'e2e',
    groups: ['e2e'],
    files: /^e2e\/.+\.e2e\.ts$/,
    needs: browser,
    wants: [s3Server, firefox, webkit, pdfReader],
    ...playwright('faults'),
  },
]

const given = process.argv.slice(2)
const change = readChange(given)
const named = given.filter((name) => !name.startsWith('--changed'))
const reached = change?.tests.filter((file) => stages.some(({ files }) => files?.test(file))) ?? []
const filesOf = ({ files }: Stage) => [...named, ...reached].filter((name) => files?.test(name))
const unknown = named.find(
  (name) => !existsSync(path.join(root, name)) || !stages.some(({ files }) => files?.test(name)),
)
if (unknown) {
  console.error(`No such test file: ${unknown}. npm run test:faults -- [--changed[=COMMIT]|path/to/file] ...`)
  process.exitCode = 2
} else {
  const isChosen = (stage: Stage) =>
    (named.length === 0 && !change) ||
    filesOf(stage).length > 0 ||
    (change?.titles !== undefined && stage.groups.includes('e2e'))
  const isGreen = await runStages(stages.filter(isChosen), {
    filesOf,
    titles: change?.titles,
  })
  if (isGreen && named.length === 0 && !change) noteGreenFaults()
  process.exitCode = isGreen ? 0 : 1
}

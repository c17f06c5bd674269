import '../bin/end-with-npm.js'
import { pgBouncer, postgres, spreadsheetPrograms } from './test/optional-parts.ts'
import { noteGreenFaults } from './test/proofs.ts'
import { runStages } from './test/run-stages.ts'
import { type Stage, vitest } from './test/stages.ts'

// What takes too long for every change: npm run test:faults -- [part of a file's name]. The tests of kills, lost
// connections and full disks run many rounds. Without a name, all server tests also run on PostgreSQL through a pooler,
// and spreadsheet programs open and save downloaded tables.
const [filter = '.faults.test'] = process.argv.slice(2)
const env = { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '50' }

const server: Pick<Stage, 'groups' | 'lane'> = { groups: ['server'], lane: 'server' }
const rounds: Stage[] = [
  { ...server, name: 'faults on SQLite', ...vitest({ folder: 'server', projects: ['sqlite'], filter, env }) },
  {
    ...server,
    name: 'faults on PostgreSQL',
    needs: postgres,
    ...vitest({ folder: 'server', projects: ['postgres'], filter, env }),
  },
]
const others: Stage[] = [
  {
    ...server,
    name: 'server through PgBouncer',
    needs: pgBouncer,
    ...vitest({ folder: 'server', projects: ['postgres'], env: { TEST_PGBOUNCER: '1' } }),
  },
  {
    ...server,
    name: 'spreadsheet programs',
    needs: spreadsheetPrograms,
    ...vitest({ folder: 'server', projects: ['programs'] }),
  },
]

const isWhole = process.argv.length === 2
const isGreen = await runStages(isWhole ? [...rounds, ...others] : rounds)
if (isGreen && isWhole) noteGreenFaults()
process.exitCode = isGreen ? 0 : 1

import '../bin/end-with-npm.js'
import { runVisibly } from './program.ts'
import { installMissing, type Part, pgBouncer, spreadsheetPrograms } from './test/optional-parts.ts'

// Runs the tests of kills, lost connections and full disks with many rounds instead of a few: npm run test:faults --
// [part of a file's name]. Without a name it also runs all tests on PostgreSQL through a pooler, and opens and saves
// downloaded tables with spreadsheet programs.
const [filter] = process.argv.slice(2)
const vitest = ['vitest', 'run', '--config', 'server/vitest.config.ts']
const rounds = process.env['FAULT_ROUNDS'] ?? '50'
const stages = [
  {
    name: `${filter ?? '.faults.test'} on SQLite and PostgreSQL, ${rounds} rounds each`,
    run: () =>
      runVisibly([...vitest, '--project', 'sqlite', '--project', 'postgres', filter ?? '.faults.test'], {
        env: { FAULT_ROUNDS: rounds },
      }),
  },
  ...(filter === undefined
    ? [
        {
          name: 'all server tests on PostgreSQL through PgBouncer',
          run: () => runWith(pgBouncer, 'postgres', { TEST_PGBOUNCER: '1' }),
        },
        {
          name: 'downloaded tables in LibreOffice and openpyxl',
          run: () => runWith(spreadsheetPrograms, 'programs'),
        },
      ]
    : []),
]

console.error(stages.map(({ name }, index) => `stage ${index + 1} of ${stages.length}: ${name}`).join('\n'))
for (const { name, run } of stages) {
  if (await run()) continue
  console.error(`failed: ${name}`)
  process.exitCode = 1
}

/** Runs a project of tests that needs a part, which is installed where it is missing. */
async function runWith(part: Part, project: string, env: Record<string, string> = {}): Promise<boolean> {
  await installMissing([part])
  if (part.isFound()) return runVisibly([...vitest, '--project', project], { env })
  console.error(part.remedy)
  return false
}

import '../bin/end-with-npm.js'
import { runVisibly } from './program.ts'
import { installMissing, pgBouncer } from './test/optional-parts.ts'

// Runs the tests of kills, lost connections and full disks with many rounds instead of a few: npm run test:faults --
// [part of a file's name]. Without a name it also runs all tests on PostgreSQL through a pooler.
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
    ? [{ name: 'all server tests on PostgreSQL through PgBouncer', run: runThroughPgBouncer }]
    : []),
]

console.error(stages.map(({ name }, index) => `stage ${index + 1} of ${stages.length}: ${name}`).join('\n'))
for (const { name, run } of stages) {
  if (await run()) continue
  console.error(`failed: ${name}`)
  process.exitCode = 1
}

async function runThroughPgBouncer(): Promise<boolean> {
  await installMissing([pgBouncer])
  if (pgBouncer.isFound()) return runVisibly([...vitest, '--project', 'postgres'], { env: { TEST_PGBOUNCER: '1' } })
  console.error(pgBouncer.remedy)
  return false
}

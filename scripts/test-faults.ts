import '../bin/end-with-npm.js'
import { runVisibly } from './program.ts'
import { hasPgBouncer, pgBouncerRemedy } from './test/optional-parts.ts'

// The tests that kill, cut off and fill up, many times instead of a few. npm run test:faults -- [part of a file's name]
// Without a name also all tests on PostgreSQL through a pooler.
const [filter] = process.argv.slice(2)
const vitest = ['vitest', 'run', '--config', 'server/vitest.config.ts']
const projects = ['--project', 'sqlite', '--project', 'postgres']
const ok = await runVisibly([...vitest, ...projects, filter ?? '.faults.test'], {
  env: { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '50' },
})
process.exitCode = ok && (filter !== undefined || (await runThroughPgBouncer())) ? 0 : 1

async function runThroughPgBouncer(): Promise<boolean> {
  if (hasPgBouncer()) return runVisibly([...vitest, '--project', 'postgres'], { env: { TEST_PGBOUNCER: '1' } })
  console.error(pgBouncerRemedy)
  return false
}

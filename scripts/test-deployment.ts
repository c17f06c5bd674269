import '../bin/end-with-npm.js'
import { runVisibly } from './program.ts'

// Tries the deployment of docs/operations.md on this machine: the image that deploy/Dockerfile builds, then two
// replicas with nginx, PgBouncer, PostgreSQL, a real S3 store and a mail server, with restarts and outages of each
// part.
const steps = [
  ['node', 'scripts/deploy/run-image.ts'],
  ['vitest', 'run', '--config', 'server/vitest.config.ts', '--project', 'deployment'],
]
for (const step of steps) {
  if (await runVisibly(step)) continue
  process.exitCode = 1
  break
}

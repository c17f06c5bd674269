import '../bin/end-with-npm.js'
import { runLimited } from './program.ts'

// Tests the deployment of docs/operations/install.md on this machine: the image that deploy/Dockerfile builds, then two
// replicas with nginx, PgBouncer, PostgreSQL, a real S3 server and a mail server, with restarts and outages of each
// part; and the first minutes of `npm start`, with each Node and npm and in unusual shells.
const trialsOf = (project: string) => ['vitest', 'run', '--config', 'server/vitest.config.ts', '--project', project]
const steps = [['node', 'scripts/deploy/run-image.ts'], trialsOf('deployment'), trialsOf('first-minutes')]
for (const step of steps) {
  if (await runLimited(step)) continue
  process.exitCode = 1
  break
}

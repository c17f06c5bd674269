import { runVisibly } from './program.ts'

// The tests that kill, cut off and fill up, many times instead of a few. npm run test:faults -- [part of a file's name]
const [filter = '.faults.test'] = process.argv.slice(2)
const projects = ['--project', 'sqlite', '--project', 'postgres']
const ok = await runVisibly(['vitest', 'run', '--config', 'server/vitest.config.ts', ...projects, filter], {
  env: { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '50' },
})
process.exitCode = ok ? 0 : 1

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { NamedOrder } from './testing/named-order.ts'
import { filesOnPostgres, postgresTag } from './testing/engines/on-postgres.ts'

// Kills, races and outages run only if the number of their rounds is set: `npm run test:faults`.
const faults = process.env['FAULT_ROUNDS'] === undefined ? ['**/*.faults{,.unit,.s3}.test.ts'] : []

const onBothEngines = {
  include: ['server/{src,testing}/**/*.test.ts'],
  exclude: ['**/*.unit.test.ts', '**/*.s3.test.ts', '**/*.programs.test.ts', ...faults],
}

// With the tag, files without it are not even loaded.
const testsOnPostgres = process.env['RUN_FUNCTIONS_FILE'] ? filesOnPostgres() : onBothEngines.include

const dataFolder = 'server/testing/data-folder-setup.ts'
const sqliteSetup = [dataFolder, 'server/testing/engines/sqlite-setup.ts']

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Tests run in processes, so that a crash of one is visible; files share them, because loading the app costs more
    // than most tests.
    pool: 'forks',
    isolate: false,
    // `npm test` runs three stages at once, which keep two cores busy. A second process would only load the app again.
    maxWorkers: 1,
    sequence: { sequencer: NamedOrder },
    // This only limits tests that hang, because a busy machine takes long, and fault tests run many rounds.
    testTimeout: process.env['FAULT_ROUNDS'] ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    tags: [{ name: postgresTag, description: 'A part of `npm test` on PostgreSQL.' }],
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'server/{src,testing}/**/*.unit.test.ts',
            'contract/src/**/*.test.ts',
            'formats/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: faults,
          globalSetup: sqliteSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          ...onBothEngines,
          exclude: [...onBothEngines.exclude, '**/postgres-*.test.ts'],
          globalSetup: sqliteSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...onBothEngines,
          include: testsOnPostgres,
          setupFiles: ['server/testing/note-run-functions.ts'],
          globalSetup: [dataFolder, 'server/testing/engines/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 's3',
          include: ['server/src/**/*.s3.test.ts'],
          exclude: faults,
          globalSetup: [...sqliteSetup, 'server/testing/storage/s3-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'programs', include: ['server/src/**/*.programs.test.ts'], globalSetup: sqliteSetup },
      },
      { extends: true, test: { name: 'first-minutes', include: ['scripts/first-minutes/*.trial.ts'] } },
      {
        extends: true,
        test: {
          name: 'deployment',
          include: ['scripts/deploy/*.trial.ts'],
          globalSetup: [...sqliteSetup, 'server/testing/storage/s3-setup.ts'],
        },
      },
    ],
  },
})

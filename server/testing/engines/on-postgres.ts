import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The tag of the tests that `npm test` runs on PostgreSQL: those that depend on how an engine writes, searches, sorts,
 * locks or counts, and the quickest of the rest with which every query runs there once, which
 * `scripts/test/postgres-queries.ts` checks. `npm run test:faults` runs all tests on it.
 */
export const postgresTag = 'postgres'

const isTagged = new RegExp(`^// @module-tag ${postgresTag}$|\\btags: '${postgresTag}'`, 'm')

const root = path.join(import.meta.dirname, '../../..')

/** Whether a file has tests with the tag. */
export const isOnPostgres = (file: string): boolean => isTagged.test(readFileSync(path.join(root, file), 'utf8'))

export const filesOnPostgres = (): string[] => globSync('server/src/**/*.test.ts', { cwd: root }).filter(isOnPostgres)

import { report } from '../check.ts'
import { runChecks } from '../checks.ts'
import { runVisibly } from '../program.ts'
import {
  browserRemedy,
  hasBrowser,
  hasNginx,
  hasPgBouncer,
  hasPostgres,
  hasS3Server,
  hasSystemdAnalyze,
  nginxRemedy,
  pgBouncerRemedy,
  postgresRemedy,
  s3Remedy,
  systemdRemedy,
} from './optional-parts.ts'
import { listPlaywright, runPlaywright } from './playwright-stage.ts'
import { cannotRun, type StageCall, type StageResult } from './stage.ts'
import { listVitest, runVitest } from './vitest-stage.ts'

/** `files`: the test files that the stage runs, if it runs any. */
export type Stage = { name: string; files?: RegExp; run: (call: StageCall) => Promise<StageResult> }

const checks: Stage = { name: 'check', run: check }
export const build: Stage = { name: 'build', run: buildWeb }
const server: Stage[] = [
  { name: 'unit', files: /\.unit\.test\.ts$|^(contract|formats|scripts)\/.+\.test\.ts$/, run: unit },
  {
    name: 'server on SQLite',
    files: /^server\/(?!.*(\.unit|\.s3|\/postgres-.*)\.test).+\.test\.ts$/,
    run: serverOnSqlite,
  },
  { name: 'server on PostgreSQL', files: /^server\/(?!.*(\.unit|\.s3)\.test).+\.test\.ts$/, run: serverOnPostgres },
  { name: 'storage on S3', files: /\.s3\.test\.ts$/, run: storageOnS3 },
]
const web: Stage[] = [
  { name: 'web logic', files: /^web\/.+\.test\.ts$/, run: (call) => runVitest(call, 'web', 'lib') },
  { name: 'web widgets', files: /^web\/.+\.test\.tsx$/, run: webWidgets },
]
const journeys: Stage = { name: 'e2e', files: /^e2e\/.+\.e2e\.ts$/, run: e2e }
export const groups: Record<string, Stage[]> = {
  check: [checks],
  server,
  web: [build, ...web],
  e2e: [build, journeys],
}

async function check({ name }: StageCall): Promise<StageResult> {
  const checks = await runChecks(report)
  const passed = checks.filter((result) => result.ok).length
  return { name, passed, failed: checks.length - passed, skipped: 0 }
}

async function buildWeb({ name }: StageCall): Promise<StageResult> {
  const built = await runVisibly(['node', 'scripts/prepare.js', 'start'])
  return { name, passed: built ? 1 : 0, failed: built ? 0 : 1, skipped: 0 }
}

async function unit(call: StageCall): Promise<StageResult> {
  // A few of the tests need these, and are skipped if they are missing.
  const missing = [
    ...(hasNginx() ? [] : [`nginx is missing: the tests behind it are skipped. ${nginxRemedy}`]),
    ...(hasSystemdAnalyze() ? [] : [`systemd-analyze is missing: the tests of units are skipped. ${systemdRemedy}`]),
  ]
  return { ...(missing.length > 0 && { note: missing.join('\n') }), ...(await runVitest(call, 'server', 'unit')) }
}

function serverOnSqlite(call: StageCall): Promise<StageResult> {
  return runVitest(call, 'server', 'sqlite')
}

async function serverOnPostgres(call: StageCall): Promise<StageResult> {
  if (!hasPostgres())
    return cannotRun(call.name, await listVitest('server', 'postgres'), 'PostgreSQL is missing', postgresRemedy)
  // One file needs it, and is skipped if it is missing.
  const note = hasPgBouncer()
    ? {}
    : { note: `PgBouncer is missing: the tests behind it are skipped. ${pgBouncerRemedy}` }
  return { ...note, ...(await runVitest(call, 'server', 'postgres')) }
}

async function storageOnS3(call: StageCall): Promise<StageResult> {
  if (hasS3Server()) return await runVitest(call, 'server', 's3')
  return cannotRun(call.name, await listVitest('server', 's3'), 'An S3 server is missing', s3Remedy)
}

async function webWidgets(call: StageCall): Promise<StageResult> {
  if (hasBrowser()) return await runVitest(call, 'web', 'browser')
  return cannotRun(call.name, await listVitest('web', 'browser'), 'A browser is missing', browserRemedy)
}

async function e2e(call: StageCall): Promise<StageResult> {
  if (!hasBrowser()) return cannotRun(call.name, await listPlaywright(), 'A browser is missing', browserRemedy)
  // A few of the tests need an S3 server, and are skipped without one.
  const note = hasS3Server() ? {} : { note: `An S3 server is missing: the journeys on it are skipped. ${s3Remedy}` }
  return { ...note, ...(await runPlaywright(call)) }
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../server/testing/processes/find-program.ts'
import { root, runQuietly } from '../program.ts'

const hasPromtool = findProgram('promtool') !== undefined
const deploy = path.join(root, 'deploy')
const rules = path.join(deploy, 'prometheus-alerts.yaml')

/**
 * The values of a series in promtool's notation, until the end of the test (`…`); `step` is the number of seconds
 * between two samples; undefined: the series is absent.
 */
type Series = Record<string, string | undefined>
/** `fires`: the alerts at the given hours, each as often as it fires. `says`: the summary of the only one. */
type Case = { name: string; series?: Series; fires: Record<number, string[]>; says?: string }

const server = (name: string, labels = '') => `${name}{job="health-console",instance="a"${labels && `,${labels}`}}`
const check = (name: string) => server('health_console_check', `check="${name}"`)
const succeeded = (task: string) =>
  server('health_console_maintenance_last_success_timestamp_seconds', `task="${task}"`)
const requests = (status: number) =>
  server('health_console_request_duration_seconds_count', `status="${status}",route="/v1/users"`)
const bucket = (le: string) =>
  server('health_console_request_duration_seconds_bucket', `le="${le}",status="200",route="/v1/users"`)
const job = (name: string) => server('health_console_job_failing', `exported_job="${name}"`)
const jobLabels = {
  job: 'health-console',
  instance: 'a',
  exported_job: 'sign the audit log',
  severity: 'warning',
}
const tasks = ['backup', 'drill', 'verify_audit', 'verify_files']
const always = (value: number) => `${value}x…`
const ofConsole = (console: string, task: string, values: string): Series => ({
  [server('health_console_maintenance_last_success_timestamp_seconds', `task="${task}",console="${console}"`)]: values,
})
/** A timestamp that is always the current time. */
const fresh = '0+stepx…'

const healthy: Series = {
  [server('up')]: always(1),
  ...Object.fromEntries(
    ['database', 'key', 'storage', 'disk', 'sweep', 'audit_log', 'checkpoint'].map((name) => [check(name), always(1)]),
  ),
  [check('draining')]: always(0),
  [server('health_console_audit_log_checkpoint_timestamp_seconds')]: fresh,
  ...Object.fromEntries(tasks.map((task) => [succeeded(task), fresh])),
  ...Object.fromEntries(
    tasks.map((task) => [server('health_console_maintenance_failed', `task="${task}"`), always(0)]),
  ),
  [job('sign the audit log')]: always(0),
  [server('health_console_data_free_bytes')]: always(50e9),
  [server('health_console_certificate_end_timestamp_seconds')]: always(90 * 86_400),
  [server('health_console_storage_free_bytes')]: always(50e9),
  [server('health_console_clock_offset_seconds')]: always(0),
  [server('health_console_oldest_waiting_mail_seconds')]: always(0),
  [server('health_console_database_connections', 'state="waiting"')]: always(0),
  [server('health_console_sign_ins_total', 'outcome="wrong_credentials"')]: '0+2x…',
  [server('nodejs_eventloop_lag_p99_seconds')]: always(0.02),
  [server('process_resident_memory_bytes')]: always(2e8),
  [requests(200)]: '0+1000x…',
  [requests(503)]: always(0),
  [bucket('0.1')]: '0+1000x…',
  [bucket('10')]: '0+1000x…',
  [bucket('+Inf')]: '0+1000x…',
}

const day = 24
const cases: Case[] = [
  { name: 'nothing is wrong', fires: { 3: [] } },
  { name: 'a server is down', series: { [server('up')]: always(0) }, fires: { 1: ['ConsoleDown'] } },
  {
    name: 'nothing is scraped at all',
    series: Object.fromEntries(Object.keys(healthy).map((name) => [name, undefined])),
    fires: { 3: ['ConsoleDown'] },
  },
  {
    name: 'the database is away',
    series: { [check('database')]: always(0) },
    fires: { 1: ['ConsoleDatabaseAway'] },
  },
  {
    name: 'another program keeps the database locked',
    series: { [server('health_console_database_busy_seconds')]: always(30) },
    fires: { 1: ['ConsoleDatabaseBusy'] },
  },
  {
    name: 'the master key was replaced while a server ran',
    series: { [check('key')]: always(0) },
    fires: { 1: ['ConsoleDatabaseAway'] },
  },
  {
    name: 'a server does not say whether it has its database',
    series: { [check('database')]: undefined },
    fires: { 1: ['ConsoleDatabaseAway'] },
  },
  {
    name: 'a part does not work',
    series: { [check('checkpoint')]: always(0) },
    fires: { 1: ['ConsoleDegraded'] },
  },
  { name: 'a server drains', series: { [check('draining')]: always(1) }, fires: { 1: [] } },
  {
    name: 'the audit log was changed',
    series: { [check('audit_log')]: always(0) },
    fires: { 1: ['ConsoleAuditLogContradicted'] },
  },
  {
    name: 'no checkpoint has been written for long',
    series: { [server('health_console_audit_log_checkpoint_timestamp_seconds')]: always(0) },
    fires: { 3: ['ConsoleAuditLogUnsigned'] },
  },
  {
    name: 'a server has never written a checkpoint',
    series: { [server('health_console_audit_log_checkpoint_timestamp_seconds')]: undefined },
    fires: { 1: [], 3: ['ConsoleAuditLogNeverSigned'] },
  },
  {
    name: 'the job that runs each 50 minutes fails again and again',
    series: { [job('sign the audit log')]: always(1) },
    fires: { 1: ['ConsoleJobFails'] },
    says: 'A background job keeps failing: sign the audit log',
  },
  { name: 'a job fails once', series: { [job('sign the audit log')]: '0 1 0x…' }, fires: { 1: [] } },
  { name: 'requests fail', series: { [requests(503)]: '0+100x…' }, fires: { 1: ['ConsoleErrors'] } },
  { name: 'requests are slow', series: { [bucket('0.1')]: '0+900x…' }, fires: { 1: ['ConsoleSlow'] } },
  {
    name: 'a server is busy',
    series: { [server('nodejs_eventloop_lag_p99_seconds')]: always(1) },
    fires: { 1: ['ConsoleEventLoop'] },
  },
  {
    name: 'calls wait for a connection',
    series: { [server('health_console_database_connections', 'state="waiting"')]: always(3) },
    fires: { 1: ['ConsolePoolWaits'] },
  },
  {
    name: 'passwords are guessed',
    series: { [server('health_console_sign_ins_total', 'outcome="wrong_credentials"')]: '0+500x…' },
    fires: { 1: ['ConsoleGuessing'] },
  },
  {
    name: 'the public certificate ends in two weeks',
    series: { [server('health_console_certificate_end_timestamp_seconds')]: always(14 * 86_400) },
    fires: { 1: ['ConsoleCertificateEnds'] },
  },
  {
    name: 'the public address has no certificate, or this machine cannot reach it',
    series: { [server('health_console_certificate_end_timestamp_seconds')]: undefined },
    fires: { 3: [] },
  },
  {
    name: 'a mail waits',
    series: { [server('health_console_oldest_waiting_mail_seconds')]: always(2_000) },
    fires: { 1: ['ConsoleMailWaits'] },
  },
  {
    name: 'the disk of the model files fills up',
    series: { [server('health_console_storage_free_bytes')]: always(10e9) },
    fires: { 1: ['ConsoleDiskFillsUp'] },
  },
  {
    name: 'the files are in a bucket, which says nothing of its free space',
    series: { [server('health_console_storage_free_bytes')]: undefined },
    fires: { 1: [] },
  },
  {
    name: 'the disk of DATA_DIR fills up',
    series: { [server('health_console_data_free_bytes')]: always(1e9) },
    fires: { 1: ['ConsoleDataDiskFillsUp'] },
  },
  {
    name: 'the disk of DATA_DIR cannot be measured',
    series: { [server('health_console_data_free_bytes')]: undefined },
    fires: { 1: ['ConsoleDataDiskFillsUp'] },
  },
  {
    name: 'a server needs much memory',
    series: { [server('process_resident_memory_bytes')]: always(2e9) },
    fires: { 1: ['ConsoleMemory'] },
  },
  {
    name: 'a clock is wrong',
    series: { [server('health_console_clock_offset_seconds')]: always(-8) },
    fires: { 1: ['ConsoleClockOff'] },
  },
  // Before the first success, the series is the time when the task could first have run: here the hour 0.
  {
    name: 'no timer has run, on the first day and on the second',
    series: neverRun(tasks),
    fires: { [day]: [], [2 * day]: ['ConsoleBackupOld', 'ConsoleVerificationOld', 'ConsoleVerificationOld'] },
  },
  {
    name: 'there was no drill, after 14 days and after 16',
    series: neverRun(['drill']),
    fires: { [14 * day]: [], [16 * day]: ['ConsoleDrillOld'] },
  },
  {
    name: 'nothing is known of backups',
    series: { [succeeded('backup')]: undefined },
    fires: { 2: ['ConsoleBackupOld'] },
  },
  {
    name: 'one console of two has no backup, and the other is up to date',
    series: {
      [succeeded('backup')]: undefined,
      ...ofConsole('a', 'backup', always(0)),
      ...ofConsole('b', 'backup', fresh),
    },
    fires: { [2 * day]: ['ConsoleBackupOld'] },
  },
  {
    name: 'a verification found something',
    series: { [server('health_console_maintenance_failed', 'task="verify_files"')]: always(1) },
    fires: { 1: ['ConsoleMaintenanceFailed'] },
  },
]

function neverRun(names: string[]): Series {
  return Object.fromEntries(names.map((task) => [succeeded(task), always(0)]))
}

test.skipIf(!hasPromtool)(
  '[operations-14] each alert fires when it should, and no other alert does (only with promtool)',
  async () => {
    const alerts = [...readFileSync(rules, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)
    const fired = new Set(cases.flatMap(({ fires }) => Object.values(fires).flat()))
    expect([...new Set(alerts)].filter((name) => !fired.has(name))).toEqual([])

    const folder = mkdtempSync(path.join(tmpdir(), 'console-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // Days are tested in longer steps, which are too long for rates over minutes.
    for (const [stepMinutes, some] of [
      [2, cases.filter((each) => lastHourOf(each) < day)],
      [60, cases.filter((each) => lastHourOf(each) >= day)],
    ] as const) {
      const file = path.join(folder, 'tests.json')
      const tests = some.map((each) => testOf(each, stepMinutes))
      writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: `${stepMinutes}m`, tests }))
      const { ok, output } = await runQuietly(['promtool', 'test', 'rules', file])
      expect({ ok, output }).toEqual({ ok: true, output: expect.any(String) })
    }
  },
)

const lastHourOf = ({ fires }: Case) => Math.max(...Object.keys(fires).map(Number))

function testOf({ name, series, fires, says }: Case, stepMinutes: number) {
  const samples = (lastHourOf({ name, fires }) * 60) / stepMinutes
  const toValues = (text: string) => text.replace('step', String(stepMinutes * 60)).replace('…', String(samples))
  return {
    name,
    interval: `${stepMinutes}m`,
    input_series: Object.entries({ ...healthy, ...series }).flatMap(([each, values]) =>
      values === undefined ? [] : [{ series: each, values: toValues(values) }],
    ),
    ...(says !== undefined && {
      alert_rule_test: Object.entries(fires).map(([hours, [alertname]]) => ({
        eval_time: `${hours}h`,
        alertname,
        exp_alerts: [{ exp_labels: jobLabels, exp_annotations: { summary: says } }],
      })),
    }),
    promql_expr_test: Object.entries(fires).map(([hours, alertnames]) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${hours}h`,
      exp_samples: [...new Set(alertnames)].map((alertname) => ({
        labels: `{alertname="${alertname}"}`,
        value: alertnames.filter((each) => each === alertname).length,
      })),
    })),
  }
}

test.skipIf(!hasPromtool)(
  'Prometheus accepts the sample configuration, which includes the rules (only with promtool)',
  async () => {
    const { ok, output } = await runQuietly(['promtool', 'check', 'config', path.join(deploy, 'prometheus.yml')])
    expect({ ok, output }).toMatchObject({ ok: true, output: expect.stringContaining('rules found') })
  },
)

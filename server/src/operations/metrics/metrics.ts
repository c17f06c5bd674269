import { bulkKinds } from '@health-console/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Config } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import { collectState } from './collect-state.ts'

export type Metrics = ReturnType<typeof createMetrics>

const durationsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
const signIns: readonly (string | undefined)[] = ['session.sign_in', 'session.sign_on']

/**
 * All Prometheus metrics of a server. No label has a value that a caller chooses. Until `watch` is called, the server
 * waits for its database.
 */
export function createMetrics({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const registry = new Registry()
  // One Prometheus may watch several consoles.
  registry.setDefaultLabels({ console: new URL(publicUrl).host })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'health_console_request_duration_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: durationsSeconds,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `health_console_${name}`, help, labelNames, registers })
  const signInsTotal = counter(
    'sign_ins_total',
    'Attempts to sign in: ok, second_factor (the next step), wrong_credentials, rate_limited, and so on',
    ['outcome'],
  )
  const throttled = counter('throttled_total', 'Requests that were rejected because there were too many', ['action'])
  const bulkLimits = counter(
    'bulk_limits_total',
    'Requests that needed a confirmation because an admin had viewed a lot of data within an hour',
    ['kind'],
  )
  const changes = counter(
    'changes_total',
    'Published uploads and imported tables of patients: ok or the code of the error',
    ['change', 'outcome'],
  )
  const jobSuccess = new Gauge({
    name: 'health_console_job_last_success_timestamp_seconds',
    help: 'When a background job last succeeded in this process',
    labelNames: ['job'],
    registers,
  })
  const jobFailing = new Gauge({
    name: 'health_console_job_failing',
    help: 'Whether the last run of a background job in this process failed',
    labelNames: ['job'],
    registers,
  })
  const jobFailures = counter('job_failures_total', 'Failed runs of background jobs; each is tried again', ['job'])
  const waiting = new Gauge({
    name: 'health_console_check',
    help: 'The parts of /readyz: 1 if it works',
    labelNames: ['check'],
    registers,
  })
  waiting.set({ check: 'database' }, 0)
  // The series exist from the start: Prometheus sees no increase from nothing to 1, which would hide the first event
  // after a restart.
  for (const outcome of ['ok', 'wrong_credentials', 'rate_limited']) signInsTotal.inc({ outcome }, 0)
  for (const kind of bulkKinds) bulkLimits.inc({ kind }, 0)
  for (const change of ['upload', 'import']) changes.inc({ change, outcome: 'ok' }, 0)

  return {
    registry,

    /** Call it before the routes are declared. */
    watch(app: FastifyInstance, context: Context, clockOffsetMs: () => number): void {
      registry.removeSingleMetric('health_console_check')
      collectState(registry, context, app, clockOffsetMs)
      app.addHook('onResponse', async ({ method, routeOptions, rejection }, reply) => {
        const { url: route = '(page)', config } = routeOptions
        requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
        const outcome = rejection?.code ?? 'ok'
        const limit = rejection?.details.limit
        if (limit) bulkLimits.inc({ kind: limit })
        const action = config?.action
        if (signIns.includes(action)) signInsTotal.inc({ outcome })
        if (outcome === 'rate_limited') throttled.inc({ action: action ?? 'unknown' })
        if (action === 'files.publish') changes.inc({ change: 'upload', outcome })
        if (action === 'patients.import') changes.inc({ change: 'import', outcome })
      })
    },

    jobEnded(job: string, succeeded: boolean): void {
      if (succeeded) jobSuccess.set({ job }, Date.now() / 1_000)
      jobFailing.set({ job }, succeeded ? 0 : 1)
      jobFailures.inc({ job }, succeeded ? 0 : 1)
    },
  }
}

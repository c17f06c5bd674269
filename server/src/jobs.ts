import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { signAuditLog } from './features/audit-events/sign-audit-log.ts'
import { reportLosses } from './core/audit/report-loss.ts'
import type { AuditLog } from './core/audit/store.ts'
import type { Context } from './core/context.ts'
import type { Clock } from './core/database/clock.ts'
import { upgradeSearch } from './core/database/upgrade/search-upgrade.ts'
import { deleteEnded } from './operations/delete-ended.ts'
import { settleAhead } from './operations/settle-ahead.ts'
import { finishErasures } from './features/erasures/erasing/finish-erasures.ts'
import { keepErasedList } from './features/erasures/erased-list/erased-list.ts'
import { expireReports } from './features/erasures/old-reports/expire-reports.ts'
import { noteReportsKept } from './features/erasures/old-reports/report-keeping.ts'
import { createLogStream } from './features/audit-events/stream/stream-events.ts'
import { hashVersions } from './features/files/signing/hash-versions.ts'
import { signVersions } from './features/files/signing/sign-versions.ts'
import { sweepFiles } from './features/files/bucket/sweep-files.ts'
import type { Transport } from './mail/transport.ts'
import { deliverDueMails } from './mail/deliver-mails.ts'
import { sweepImports } from './features/patients/import/sweep-imports.ts'
import { checkAccess } from './features/unusual-access/check-access.ts'
import { careForAccounts } from './features/staff/service-accounts/care-for-accounts.ts'
import { remindOfReview } from './features/staff/access-review/remind-of-review.ts'
import { processRecoveryRequests } from './features/staff/links/request-recovery.ts'
import { checkSignOnSessions } from './features/staff/sign-on/check-sign-on-sessions.ts'

type Job = {
  name: string
  /** The pause between two runs; after a failure at most a minute. */
  everyMs: number
  /** The pause before a run that `wake` requests: a response may have left work for it. Without it, nothing wakes it. */
  wokenAfterMs?: number
  /** @param signal aborted when the server stops; short work may ignore it */
  work: (signal: AbortSignal) => Promise<unknown>
  /** Its first run logs something, which must precede the last line of a start. */
  logsAtStart?: boolean
}

const second = 1_000
const minute = 60 * second

/** For work that requests of this process leave. The work of other processes, and what is to be repeated, is found later. */
const afterRequests = { everyMs: 5 * second, wokenAfterMs: second }

/** All background work of the server. Every replica does it; repeating it changes nothing. */
export function backgroundJobs(context: Context, logger: FastifyBaseLogger, transport: Transport | undefined): Job[] {
  const { config, audit } = context
  return [
    ...(transport
      ? [{ name: 'deliver mail', ...afterRequests, work: () => deliverDueMails(context, transport, logger) }]
      : []),
    indexAuditLogJob(audit),
    { name: 'look for lost entries', everyMs: 5 * second, work: reportLosses(context, logger) },
    { name: 'answer recovery requests', ...afterRequests, work: () => processRecoveryRequests(context) },
    { name: 'hash files', ...afterRequests, work: (signal) => hashVersions(context, signal) },
    { name: 'sign files', ...afterRequests, work: () => signVersions(context) },
    // Together with the duration of a run, this is at least one per hour.
    { name: 'sign the audit log', everyMs: 50 * minute, work: () => signAuditLog(context, logger), logsAtStart: true },
    { name: 'finish erasures', ...afterRequests, work: finishErasures(context) },
    { name: 'keep the list of erased users', everyMs: minute, work: () => keepErasedList(context) },
    { name: 'record how long reports are kept', everyMs: minute, work: () => noteReportsKept(context) },
    { name: 'delete old reports', everyMs: 10 * minute, work: (signal) => expireReports(context, signal) },
    { name: 'upgrade the search', everyMs: minute, work: (signal) => upgradeSearch(context, signal) },
    { name: 'sweep imports', everyMs: 5 * minute, work: () => sweepImports(context) },
    { name: 'sweep files', everyMs: 30 * minute, work: () => sweepFiles(context, logger) },
    { name: 'delete ended rows', everyMs: 10 * minute, work: () => deleteEnded(context) },
    { name: 'settle what a clock ahead has written', everyMs: minute, work: () => settleAhead(context, logger) },
    ...(config.signOn
      ? [
          {
            name: 'check access at the provider of single sign-on',
            everyMs: minute,
            work: (signal: AbortSignal) => checkSignOnSessions(context, logger, signal),
          },
        ]
      : []),
    ...(config.auditStream === undefined
      ? []
      : [{ name: 'stream the audit log', ...afterRequests, work: createLogStream(context, config.auditStream) }]),
    { name: 'care for service accounts', everyMs: minute, work: () => careForAccounts(context) },
    { name: 'look for unusual access', everyMs: 10 * minute, work: checkAccess(context) },
    { name: 'remind of the access review', everyMs: 60 * minute, work: () => remindOfReview(context) },
  ]
}

/** The largest deviation of this machine's clock that the log does not report. */
const mayBeOffMs = 5_000

export const compareClocksJob = (clock: Clock, logger: FastifyBaseLogger): Job => ({
  name: 'compare clocks',
  everyMs: minute,
  work: async () => {
    await clock.adjust()
    const seconds = Math.round(clock.offsetMs() / 1_000)
    if (Math.abs(clock.offsetMs()) < mayBeOffMs) return
    logger.warn({ seconds }, "this machine's clock differs from the database's, which the console uses: correct it")
  },
})

export const indexAuditLogJob = (audit: AuditLog): Job => ({
  name: 'index the audit log',
  ...afterRequests,
  work: (signal) => audit.follow(signal),
})

/** The retry delay of jobs that run rarely, because the cause of a failure may soon disappear. */
const retryMs = minute

/** Runs so that a change of `/readyz` is logged even if no load balancer or monitoring requests it. */
export const checkReadinessJob = (app: FastifyInstance): Job => ({
  name: 'check readiness',
  everyMs: 10 * second,
  work: () => app.lookAtReadiness(),
})

/** Called after each run of a job. */
type JobEnded = (job: string, succeeded: boolean) => void

/** Runs each job periodically, and sooner when woken, never twice at a time. A failure is logged, and the job runs again. */
export function startJobs(jobs: Job[], logger: FastifyBaseLogger, ended: JobEnded = () => {}) {
  const stopping = new AbortController()
  const loops = jobs.map((job) => startLoop(job, stopping.signal, logger, ended))
  return {
    /** Runs the jobs soon that requests leave work for. */
    wake(): void {
      for (const loop of loops) loop.wake()
    },
    /** Returns once the jobs that log at the start have done so. */
    async logged(): Promise<void> {
      await Promise.all(loops.filter((_, index) => jobs[index]?.logsAtStart).map(({ ranOnce }) => ranOnce))
    },
    /** Starts no more runs, and returns once those in progress have ended. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.ended()))
    },
  }
}

function startLoop(
  { name, everyMs, wokenAfterMs, work }: Job,
  signal: AbortSignal,
  logger: FastifyBaseLogger,
  ended: JobEnded,
) {
  const { promise: ranOnce, resolve: ran } = Promise.withResolvers<void>()
  let running = Promise.resolve()
  let isRunning = false
  let isWoken = false
  let endedAt = -Infinity
  let timer = setTimeout(run, 0).unref()
  signal.addEventListener('abort', () => clearTimeout(timer))

  function run(): void {
    isRunning = true
    isWoken = false
    running = work(signal)
      .then(
        () => true,
        (error: unknown) => {
          logger.warn({ err: error, job: name }, 'background work failed and will be tried again')
          return false
        },
      )
      .then((succeeded) => {
        ended(name, succeeded)
        ran()
        isRunning = false
        endedAt = performance.now()
        schedule(succeeded ? everyMs : Math.min(everyMs, retryMs))
      })
  }

  function schedule(pauseMs: number): void {
    if (signal.aborted) return
    clearTimeout(timer)
    const shortestMs = isWoken ? wokenAfterMs : undefined
    timer = setTimeout(run, Math.max(0, endedAt + (shortestMs ?? pauseMs) - performance.now())).unref()
  }

  function wake(): void {
    if (wokenAfterMs === undefined || isWoken) return
    isWoken = true
    // What is woken during a run begins after it.
    if (!isRunning) schedule(everyMs)
  }

  return { ended: () => running, ranOnce, wake }
}

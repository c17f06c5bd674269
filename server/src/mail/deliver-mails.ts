import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../core/context.ts'
import { keepRenewing } from '../core/database/keep-renewing.ts'
import { endMail, longestWaitMs, renewLease, retryMailAt, type TakenMail, takeDueMails } from './outbox.ts'
import { DeliveryError, type Transport } from './transport.ts'

const renewEveryMs = 20_000
const atOnce = 10

/** How long to wait after the n-th attempt. An unreachable server is tried every minute. */
const waits = {
  unreachable: [5_000, 10_000, 20_000, 40_000, 60_000],
  deferred: [30_000, 60_000, 120_000, 300_000, 600_000, longestWaitMs],
}

/** Sends every email that is due now. */
export async function deliverDueMails(
  context: Context,
  transport: Transport,
  logger: FastifyBaseLogger,
): Promise<void> {
  for (;;) {
    const mails = await takeDueMails(context.db, { limit: atOnce, nowMs: context.now() })
    if (mails.length === 0) return
    const results = await Promise.allSettled(mails.map((mail) => deliver(context, transport, logger, mail)))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}

async function deliver(
  { db, now }: Context,
  transport: Transport,
  logger: FastifyBaseLogger,
  mail: TakenMail,
): Promise<void> {
  const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts }
  if (mail.giveUpAtMs <= now()) {
    logger.warn(about, 'email given up')
    return endMail(db, mail, 'failed')
  }
  const renewal = keepRenewing(
    renewEveryMs,
    () => renewLease(db, mail, now()),
    (error) => logger.warn({ err: error }, 'email lease not renewed'),
  )
  try {
    await transport.send(mail)
  } catch (error) {
    const failure = error instanceof DeliveryError ? error.failure : 'unreachable'
    logger.warn(
      { ...about, failure, reason: error instanceof DeliveryError ? error.message : String(error) },
      'email not sent',
    )
    return failure === 'rejected'
      ? endMail(db, mail, 'failed')
      : retryMailAt(db, mail, nextAttemptAtMs(mail, failure, now()))
  } finally {
    await renewal.stop()
  }
  logger.info(about, 'email sent')
  await markSent(() => endMail(db, mail, 'sent'), logger)
}

/** The last attempt is made when the time is up, so that the email is given up then. */
function nextAttemptAtMs(mail: TakenMail, failure: 'unreachable' | 'deferred', nowMs: number): number {
  const steps = waits[failure]
  const waitMs = steps[Math.min(mail.attempts, steps.length) - 1] ?? 60_000
  return Math.min(nowMs + Math.round(waitMs * (0.9 + Math.random() * 0.2)), mail.giveUpAtMs)
}

/** The email has been sent. Until that is stored, another worker might send it again. */
async function markSent(write: () => Promise<void>, logger: FastifyBaseLogger): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      logger.warn({ err: error }, 'a sent email could not be marked as sent, trying again')
      if (attempt === 600) throw error
      await sleep(200)
    }
  }
}

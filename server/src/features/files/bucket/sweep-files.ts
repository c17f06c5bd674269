import type { FastifyBaseLogger } from 'fastify'
import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import type { SweepProblem } from '../../../core/database/tables/files.ts'
import { isClockSteady } from '../../../core/database/steady-clock.ts'
import { removeLeftovers, removeEnded } from '../uploads/discard-upload.ts'
import { claimStorage } from '../ownership/claim-storage.ts'
import { findOwner, setSweepProblem, sweepProblems } from '../ownership/owner.ts'
import { type Survey, surveyBucket } from './survey-bucket.ts'
import { findOverdue, forgetUnknown, noteUnknown, unknownKeptMs, withoutAdopted } from './unknown-objects.ts'
import { endAbandoned, listEnded, type UploadRow } from '../uploads/store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

/** A crash cannot explain more unknown objects than this: the database must be the wrong one or an old one. */
const mostUnknown = 10
const mostUnknownShare = 0.1

/**
 * Ends uploads that were abandoned for a day, and removes objects that have long been unknown, if the storage belongs
 * to this console. Every replica does this; repeating it changes nothing.
 */
export async function sweepFiles(context: Context, logger: FastifyBaseLogger): Promise<void> {
  const { db, storage, audit, now } = context
  const survey = await surveyBucket(context)
  const problem = await findProblem(context, survey)
  await setSweepProblem(db, problem)
  if (problem) {
    logger.error({ problem, stored: survey.storedCount, unknown: survey.unknown.length }, sweepProblems[problem])
    return
  }

  await db.transaction().execute(async (transaction) => {
    const ids = await endAbandoned(transaction, now())
    const action = 'files.upload_abandon'
    await audit.append(
      transaction,
      ids.map((id) => ({ ...byServer, action, subjects: [`upload:${id}`] })),
    )
  })
  for (const upload of await listEnded(db)) await removeEndedUpload(context, upload, logger)
  for (const id of survey.publishedWithLeftovers) await removeLeftovers(context, id)

  for (const { key, multipartUploadId, sinceMs } of await noteUnknown(context, survey.unknown, now())) {
    const since = new Date(sinceMs).toISOString()
    logger.warn(
      { key, multipartUploadId, since },
      'the database does not know this object in the file storage; it will be removed in 30 days',
    )
  }
  if (!(await isClockSteady(db, now()))) return
  for (const { key, multipartUploadId, firstSeenAtMs } of await findOverdue(db, survey.unknown, now())) {
    if (multipartUploadId === '') await storage.remove(key)
    else await storage.abortUpload({ key, uploadId: multipartUploadId })
    await forgetUnknown(db, { key, multipartUploadId })
    const firstSeen = new Date(firstSeenAtMs).toISOString()
    logger.warn({ key, multipartUploadId, firstSeen }, 'removed from the file storage: the database did not know it')
  }
}

async function findProblem(context: Context, survey: Survey): Promise<SweepProblem | null> {
  if ((await claimStorage(context)) !== undefined)
    return (await findOwner(context)) === 'another' ? 'foreign' : 'unclaimed'
  const unexpected = (await withoutAdopted(context.db, survey.unknown)).length
  const isTooMuch = unexpected > mostUnknown && unexpected > survey.storedCount * mostUnknownShare
  return isTooMuch ? 'too_much_unknown' : null
}

/**
 * A cancelled upload is removed at once. The complete object of an abandoned upload stays as long as an unknown one:
 * after a restore, an upload that was published later looks abandoned.
 */
async function removeEndedUpload(context: Context, upload: UploadRow, logger: FastifyBaseLogger): Promise<void> {
  const { db, storage, now } = context
  if (upload.state === 'abandoned') {
    await removeLeftovers(context, upload.id)
    if (await storage.head(objectKeyOf(upload))) {
      if (upload.updatedAtMs > now() - unknownKeptMs || !(await isClockSteady(db, now()))) return
      logger.warn({ key: objectKeyOf(upload) }, 'removed from the file storage: it was never published')
    }
  }
  await removeEnded(context, upload.id)
}

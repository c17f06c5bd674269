import type { Context } from '../core/context.ts'
import { isClockSteady } from '../core/database/steady-clock.ts'
import { keptAnswersMs } from '../features/patients/import/kept-answers.ts'
import { deviceLifeMs } from '../features/staff/sessions/cookies.ts'

const dayMs = 24 * 3_600_000

const endAtExpiry = ['emailChanges', 'emailUndos', 'recoveries', 'signOnFlows', 'spentChallenges'] as const

/** Deletes rows that have expired and that are no longer read: sessions, links, counters, uploaded tables, emails. */
export async function deleteEnded({
  db,
  engine,
  config,
  now,
}: Pick<Context, 'db' | 'engine' | 'config' | 'now'>): Promise<void> {
  const nowMs = now()
  for (const table of endAtExpiry) await db.deleteFrom(table).where('expiresAtMs', '<=', nowMs).execute()
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('expiresAtMs', '<=', nowMs), where('lastSeenAtMs', '<=', nowMs - config.sessionIdleMs)]),
    )
    .execute()
  await db.deleteFrom('countedUses').where('endsAtMs', '<=', nowMs).execute()
  // These belong to an import that is no longer waiting, and became current a day ago or never.
  const { numDeletedRows: endedFiles } = await db
    .deleteFrom('patientImportFiles')
    .where('importId', 'not in', (imports) =>
      imports
        .selectFrom('patientImports')
        .select('id')
        .where('state', '!=', 'dropped')
        .where((where) => where.or([where('appliedAtMs', 'is', null), where('appliedAtMs', '>', nowMs - dayMs)]))
        .where('createdAtMs', '>', nowMs - dayMs),
    )
    .executeTakeFirst()
  if (endedFiles > 0n) await engine.forgetDeleted?.('patient_import_files')
  // The rest is kept for weeks. It would be lost if a clock were ahead for a minute.
  if (!(await isClockSteady(db, nowMs))) return
  // Their cookie has expired in the browser.
  await db
    .deleteFrom('knownDevices')
    .where('lastUsedAtMs', '<=', nowMs - deviceLifeMs)
    .execute()
  // Until then, a request with an ended token gets a message that says why it does not work.
  const tokensEndedMs = nowMs - 90 * dayMs
  await db
    .deleteFrom('serviceTokens')
    .where((where) =>
      where.or([
        where('expiresAtMs', '<=', tokensEndedMs),
        where('rotatesAtMs', '<=', tokensEndedMs),
        where('revokedAtMs', '<=', tokensEndedMs),
      ]),
    )
    .execute()
  // Expired invitations stay listed for a while, with the state of their email.
  await db
    .deleteFrom('invitations')
    .where('expiresAtMs', '<=', nowMs - 30 * dayMs)
    .execute()
  await db
    .deleteFrom('patientKeptAnswers')
    .where('atMs', '<=', nowMs - keptAnswersMs)
    .execute()
  await db
    .deleteFrom('outbox')
    .where('state', '!=', 'waiting')
    .where('createdAtMs', '<', nowMs - 60 * dayMs)
    .execute()
}

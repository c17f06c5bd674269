import { batchesOf } from '../../../core/batches.ts'
import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { readSubjects } from '../../../core/audit/terms.ts'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'
import type { Db } from '../../../core/database/tables.ts'
import { listStaffNames } from './staff-names.ts'

export type SubjectFacts = Pick<AuditEvent['subjects'][number], 'name' | 'rows' | 'memberId'>

/**
 * The current names of the staff, files, versions and imports in the events, and the member IDs of the users, by
 * `kind:id`. The log itself only stores ids.
 */
export async function findSubjectFacts(db: Db, events: AuditEventsTable[]): Promise<Map<string, SubjectFacts>> {
  const subjects = [...new Set(events.flatMap(readSubjects))]
  const idsOf = (kind: string) =>
    subjects.filter((subject) => subject.startsWith(`${kind}:`)).map((subject) => subject.slice(kind.length + 1))
  const facts = new Map<string, SubjectFacts>()

  for (const { id, name, isService } of await listStaffNames(db, [...idsOf('admin'), ...idsOf('service_account')]))
    facts.set(`${isService ? 'service_account' : 'admin'}:${id}`, { name })

  for (const ids of batchesOf(idsOf('user'), mostParameters)) {
    const users = await db.selectFrom('endUsers').select(['id', 'memberId']).where('id', 'in', ids).execute()
    for (const { id, memberId } of users) facts.set(`user:${id}`, { memberId })
  }

  const versions = idsOf('version').map((id) => ({ id, fileId: id.slice(0, id.lastIndexOf('/')) }))
  const fileIds = [...new Set([...idsOf('file'), ...versions.map(({ fileId }) => fileId)])]
  const files =
    fileIds.length === 0
      ? []
      : await db.selectFrom('modelFiles').select(['id', 'name']).where('id', 'in', fileIds).execute()
  for (const { id, name } of files) facts.set(`file:${id}`, { name })
  for (const { id, fileId } of versions) {
    const name = facts.get(`file:${fileId}`)?.name
    if (name !== undefined) facts.set(`version:${id}`, { name: `${name}, version ${id.slice(fileId.length + 1)}` })
  }

  const importIds = idsOf('import')
  const imports =
    importIds.length === 0
      ? []
      : await db
          .selectFrom('patientImports')
          .select(['id', 'fileName', 'rowCount'])
          .where('id', 'in', importIds)
          .execute()
  for (const { id, fileName, rowCount } of imports) facts.set(`import:${id}`, { name: fileName, rows: rowCount })
  return facts
}

/** A statement has a limited number of parameters. */
const mostParameters = 1_000

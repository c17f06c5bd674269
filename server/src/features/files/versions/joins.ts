import type { JoinBuilder } from 'kysely'
import type { FileDecisionsTable } from '../../../core/database/tables/files.ts'
import type { Tables } from '../../../core/database/tables.ts'

export const signatureOfVersion = (join: JoinBuilder<Tables, 'fileVersions' | 'fileSignatures'>) =>
  join
    .onRef('fileSignatures.fileId', '=', 'fileVersions.fileId')
    .onRef('fileSignatures.number', '=', 'fileVersions.number')

/** The decision that withdrew a version. */
export const withdrawalOfVersion = (
  join: JoinBuilder<Tables & { withdrawal: FileDecisionsTable }, 'fileVersions' | 'withdrawal'>,
) =>
  join
    .onRef('withdrawal.fileId', '=', 'fileVersions.fileId')
    .onRef('withdrawal.number', '=', 'fileVersions.number')
    .on('withdrawal.decision', '=', 'withdraw')

import { shownName } from '@health-console/contract/values/text.ts'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import type { FileType, FileVersion, ListedVersion, ModelFile } from '@health-console/contract/files/files.ts'
import { checksOf } from '@health-console/formats/checks.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'
import type { DecisionRow } from './decisions-store.ts'
import { percentOf } from './offered-part.ts'
import type { FileRow, ListedRow, VersionRow } from './store.ts'
import { uploadIdOf } from './object-key.ts'

/** @param origin the origin under which the caller reached the console */
export function presentFile(row: FileRow, origin: string): ModelFile {
  return {
    isSigned: row.signedAtMs !== null,
    checks: checksPassed(row).length,
    id: row.id,
    name: row.name,
    type: row.type,
    size: row.sizeBytes,
    version: row.currentVersion,
    url: downloadUrl(origin, row.id, row.currentVersion),
    key: row.objectKey,
    createdAt: seconds(row.createdAtMs),
    updatedAt: seconds(row.updatedAtMs),
    filename: row.filename,
    sha256: row.sha256,
    uploadedBy: presentUploader(row),
    approvedBy: presentUploader({
      adminId: row.approverId,
      adminFullName: row.approverFullName,
      adminEmail: row.approverEmail,
    }),
  }
}

/** The checks of a version's content that it has passed. The hash is compared once it is known. */
export function checksPassed({ type, sha256 }: { type: FileType; sha256: string | null }): string[] {
  return [...checksOf[type], ...(sha256 === null ? [] : ['SHA-256'])]
}

/** @param decisions the decisions about the file, at least those about this version */
export function presentVersion(row: VersionRow, decisions: readonly DecisionRow[], origin: string): FileVersion {
  return {
    version: row.number,
    filename: row.filename,
    size: row.sizeBytes,
    sha256: row.sha256,
    createdAt: seconds(row.createdAtMs),
    uploadedBy: presentUploader(row),
    isCurrent: row.number === row.currentVersion,
    offeredTo: percentOf(row),
    state: row.state,
    replaces: row.replaces,
    decisions: decisions
      .filter(({ fileId, number }) => fileId === row.fileId && number === row.number)
      .map((decision) => ({
        decision: decision.decision,
        by: presentUploader(decision),
        reason: decision.reason,
        doubt: decision.doubt,
        decidedAt: seconds(decision.decidedAtMs),
      })),
    restoredFrom: row.restoredFrom,
    uploadId: row.restoredFrom === null ? uploadIdOf(toObjectKey(row.objectKey)) : null,
    url: downloadUrl(origin, row.fileId, row.number),
    sameAs: row.sameAs,
    signatureUrl:
      row.signedAtMs === null || row.state !== 'published'
        ? null
        : `${versionUrl(origin, row.fileId, row.number)}/signature`,
  }
}

export function presentListed(row: ListedRow, decisions: readonly DecisionRow[], origin: string): ListedVersion {
  return { ...presentVersion(row, decisions, origin), fileId: row.fileId, type: row.type, name: row.name }
}

/** A version of a model file, as a subject of the audit log. */
export function versionSubjects({ id, version }: { id: string; version: number }): AuditSubject[] {
  return [`file:${id}`, `version:${id}/${version}`]
}

function presentUploader(row: Pick<FileRow, 'adminId' | 'adminFullName' | 'adminEmail'>): ModelFile['uploadedBy'] {
  const { adminId: id, adminFullName: fullName, adminEmail: email } = row
  return id === null ? null : { id, fullName: shownName(fullName ?? '', email ?? ''), email: email ?? '' }
}

const versionUrl = (origin: string, fileId: string, version: number) =>
  `${origin}/v1/files/${fileId}/versions/${version}`

const downloadUrl = (...version: Parameters<typeof versionUrl>) => `${versionUrl(...version)}/download`

export const seconds = (ms: number) => Math.floor(ms / 1000)

import type { AvatarColor, Role } from '@health-console/contract/admins.ts'
import type {
  FileDigestsTable,
  FileStoreStateTable,
  FileUploadPartsTable,
  FileUploadsTable,
  FileVersionsTable,
  ModelFilesTable,
  UnknownObjectsTable,
} from './file-tables.ts'
import type {
  PatientImportsTable,
  PatientIndexesTable,
  PatientsTable,
  PatientTableStateTable,
} from './patient-tables.ts'

/**
 * The tables as Kysely sees them (camelCase here, snake_case in the database).
 * Portable columns only: text ids, `bigint` epoch milliseconds for time (always read as numbers), text for JSON.
 */
export type Tables = {
  admins: AdminsTable
  sessions: SessionsTable
  knownDevices: KnownDevicesTable
  signInThrottles: SignInThrottlesTable
  auditEvents: AuditEventsTable
  endUsers: EndUsersTable
  reports: ReportsTable
  outbox: OutboxTable
  invitations: InvitationsTable
  recoveryRequests: RecoveryRequestsTable
  recoveries: RecoveriesTable
  emailChanges: EmailChangesTable
  emailUndos: EmailUndosTable
  allowanceUses: AllowanceUsesTable
  patientTableState: PatientTableStateTable
  patientImports: PatientImportsTable
  patients: PatientsTable
  patientIndexes: PatientIndexesTable
  modelFiles: ModelFilesTable
  fileVersions: FileVersionsTable
  fileUploads: FileUploadsTable
  fileUploadParts: FileUploadPartsTable
  fileDigests: FileDigestsTable
  fileStoreState: FileStoreStateTable
  unknownObjects: UnknownObjectsTable
}

export type AdminsTable = {
  id: string
  email: string
  /** The address in lower case: what is unique and looked up. */
  emailKey: string
  fullName: string
  role: Role
  color: AvatarColor
  /** PHC string (argon2id). */
  passwordHash: string
  /** Raised by what ends a person's sessions: a sign-in that began under another version makes none. */
  credentialsVersion: number
  createdAtMs: number
}

export type SessionsTable = {
  /** SHA-256 of the cookie's token. */
  tokenHash: string
  adminId: string
  createdAtMs: number
  lastSeenAtMs: number
  /** When the person proved last who they are, by signing in or by the password. */
  confirmedAtMs: number
  expiresAtMs: number
}

/** Who has signed in with which browser. */
export type KnownDevicesTable = {
  /** SHA-256 of the device cookie's token. */
  tokenHash: string
  adminId: string
  lastUsedAtMs: number
}

export type SignInThrottlesTable = {
  /** A keyed hash of what is counted together. */
  bucket: string
  failures: number
  windowEndsAtMs: number
  blockedUntilMs: number
}

export type AuditEventsTable = {
  /** Counts from 1 without a gap: a removed row shows. */
  sequence: number
  /** The format of the row: see `audit/entry.ts`. */
  version: number
  atMs: number
  actorId: string | null
  action: string
  subject: string | null
  outcome: 'ok' | 'denied' | 'failed'
  /** Why it was refused. */
  reason: string | null
  /** How many equal events the row stands for. */
  count: number
  address: string | null
  requestId: string | null
  previousHash: string
  hash: string
}

export type OutboxTable = {
  id: string
  kind: string
  recipient: string
  /** JSON with subject, text and HTML; it holds the secret of a link, so it is wiped once the mail has ended. */
  content: string | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  /** For a claimed mail the end of its lease: who claims it must send it, or renew, before. */
  nextAttemptAtMs: number
  claimedBy: string | null
  createdAtMs: number
  giveUpAtMs: number
}

export type InvitationsTable = {
  id: string
  email: string
  emailKey: string
  role: 'admin' | 'super_admin'
  tokenHash: string
  /** Null: the link was handed over by the operator. */
  mailId: string | null
  createdAtMs: number
  expiresAtMs: number
}

/** Asked for, for a known address or an unknown one: which it is, is found out after the answer. */
export type RecoveryRequestsTable = {
  id: string
  emailKey: string
  requestedAtMs: number
}

/** At most one an admin: a new one replaces the old. */
export type RecoveriesTable = {
  adminId: string
  tokenHash: string
  mailId: string | null
  expiresAtMs: number
}

/** At most one an admin: a new one replaces the old. */
export type EmailChangesTable = {
  adminId: string
  newEmail: string
  newEmailKey: string
  tokenHash: string
  mailId: string | null
  expiresAtMs: number
}

/** The links that undo changes of e-mail. Of one admin the ids are in the order of the changes. */
export type EmailUndosTable = {
  id: string
  adminId: string
  tokenHash: string
  /** The address that the change took away. */
  email: string
  emailKey: string
  expiresAtMs: number
}

export type AllowanceUsesTable = {
  id: string
  bucket: string
  atMs: number
}

/** Written by the product. What is not known of a user is empty. */
export type EndUsersTable = {
  id: string
  memberId: string
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  email: string
}

/** Written by the product. */
export type ReportsTable = {
  id: string
  userId: string
  /** Epoch seconds, as in the document. */
  generatedAt: number
  /** The whole report as a JSON object; the database refuses one with another `reportId` or `generatedAt`. */
  document: string
}

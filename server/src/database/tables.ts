import type {
  AuditEventsTable,
  AuditIndexTable,
  AuditSealsTable,
  AuditStreamTable,
  AuditTermsTable,
  FormerAdminsTable,
} from './tables/audit.ts'
import type {
  FileDigestsTable,
  FileStoreStateTable,
  FileUploadPartsTable,
  FileUploadsTable,
  FileVersionsTable,
  ModelFilesTable,
  UnknownObjectsTable,
} from './tables/files.ts'
import type { AllowanceUsesTable, OutboxTable } from './tables/mail.ts'
import type {
  PatientImportsTable,
  PatientIndexesTable,
  PatientTableStateTable,
  PatientsTable,
} from './tables/patients.ts'
import type {
  AdminsTable,
  EmailChangesTable,
  EmailUndosTable,
  InvitationsTable,
  KnownDevicesTable,
  PasskeysTable,
  RecoveriesTable,
  RecoveryCodesTable,
  RecoveryRequestsTable,
  SecondFactorDraftsTable,
  SecondFactorsTable,
  SessionsTable,
  SignInThrottlesTable,
  SpentChallengesTable,
  SignOnFlowsTable,
  SignOnIdentitiesTable,
} from './tables/staff.ts'
import type { RoomTrialTable } from './tables/room.ts'
import type { SchemaChangesTable } from './tables/schema.ts'
import type { EndUsersTable, ReportsTable } from './tables/users.ts'

/**
 * The tables as Kysely sees them (camelCase here, snake_case in the database).
 * Portable columns only: text ids, `bigint` epoch milliseconds for time (always read as numbers), text for JSON.
 */
export type Tables = {
  admins: AdminsTable
  sessions: SessionsTable
  knownDevices: KnownDevicesTable
  signInThrottles: SignInThrottlesTable
  secondFactors: SecondFactorsTable
  secondFactorDrafts: SecondFactorDraftsTable
  recoveryCodes: RecoveryCodesTable
  passkeys: PasskeysTable
  spentChallenges: SpentChallengesTable
  signOnIdentities: SignOnIdentitiesTable
  signOnFlows: SignOnFlowsTable
  auditEvents: AuditEventsTable
  auditSeals: AuditSealsTable
  auditTerms: AuditTermsTable
  auditIndex: AuditIndexTable
  auditStream: AuditStreamTable
  formerAdmins: FormerAdminsTable
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
  roomTrial: RoomTrialTable
  schemaChanges: SchemaChangesTable
}

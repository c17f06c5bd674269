import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type * as audit from './tables/audit.ts'
import type * as counters from './tables/counters.ts'
import type * as erasures from './tables/erasures.ts'
import type * as files from './tables/files.ts'
import type * as mail from './tables/mail.ts'
import type * as maintenance from './tables/maintenance.ts'
import type * as patients from './tables/patients.ts'
import type * as consoleKey from './tables/console-key.ts'
import type * as credentials from './tables/credentials.ts'
import type * as links from './tables/links.ts'
import type * as serviceAccounts from './tables/service-accounts.ts'
import type * as signOn from './tables/sign-on.ts'
import type * as staff from './tables/staff.ts'
import type * as freeSpace from './tables/free-space.ts'
import type * as replicas from './tables/replicas.ts'
import type * as reasons from './tables/reasons.ts'
import type * as schema from './tables/schema.ts'
import type * as unusualAccess from './tables/unusual-access.ts'
import type * as users from './tables/users.ts'

/**
 * The tables as Kysely sees them (camelCase here, snake_case in the database). Only portable columns are used: text
 * ids, `bigint` epoch milliseconds for time (always read as numbers), text for JSON.
 */
export type Tables = {
  consoleKey: consoleKey.ConsoleKeyTable
  admins: staff.AdminsTable
  sessions: staff.SessionsTable
  knownDevices: staff.KnownDevicesTable
  countedUses: counters.CountedUsesTable
  secondFactors: credentials.SecondFactorsTable
  secondFactorDrafts: credentials.SecondFactorDraftsTable
  recoveryCodes: credentials.RecoveryCodesTable
  passkeys: credentials.PasskeysTable
  spentChallenges: credentials.SpentChallengesTable
  signOnIdentities: signOn.SignOnIdentitiesTable
  signOnFlows: signOn.SignOnFlowsTable
  serviceAccounts: serviceAccounts.ServiceAccountsTable
  serviceTokens: serviceAccounts.ServiceTokensTable
  auditEvents: audit.AuditEventsTable
  auditTerms: audit.AuditTermsTable
  auditIndex: audit.AuditIndexTable
  auditStream: audit.AuditStreamTable
  formerAdmins: audit.FormerAdminsTable
  endUsers: users.EndUsersTable
  reports: users.ReportsTable
  erasures: erasures.ErasuresTable
  legalHolds: erasures.LegalHoldsTable
  reportsKept: erasures.ReportsKeptTable
  reasons: reasons.ReasonsTable
  openings: unusualAccess.OpeningsTable
  accessFindings: unusualAccess.AccessFindingsTable
  accessChecks: unusualAccess.AccessChecksTable
  outbox: mail.OutboxTable
  invitations: links.InvitationsTable
  recoveryRequests: links.RecoveryRequestsTable
  recoveries: links.RecoveriesTable
  emailChanges: links.EmailChangesTable
  emailUndos: links.EmailUndosTable
  patientTableState: patients.PatientTableStateTable
  patientImports: patients.PatientImportsTable
  patients: patients.PatientsTable
  patientImportLists: patients.PatientImportListsTable
  patientImportFiles: patients.PatientImportFilesTable
  patientLayouts: patients.PatientLayoutsTable
  patientKeptAnswers: patients.PatientKeptAnswersTable
  modelFiles: files.ModelFilesTable
  fileVersions: files.FileVersionsTable
  fileDecisions: files.FileDecisionsTable
  openedTexts: files.OpenedTextsTable
  fileUploads: files.FileUploadsTable
  fileUploadParts: files.FileUploadPartsTable
  fileDigests: files.FileDigestsTable
  fileSignatures: files.FileSignaturesTable
  modelKeys: files.ModelKeysTable
  bucketState: files.BucketStateTable
  modelRelease: files.ModelReleaseTable
  unknownObjects: files.UnknownObjectsTable
  maintenanceRuns: maintenance.MaintenanceRunsTable
  roomTrial: freeSpace.RoomTrialTable
  replicas: replicas.ReplicasTable
  schemaChanges: schema.SchemaChangesTable
}

/** A connection or a transaction. */
export type Db = Kysely<Tables>

/** For functions that must run in a transaction. */
export type Transaction = KyselyTransaction<Tables>

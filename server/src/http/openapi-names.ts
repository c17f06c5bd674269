import { Role, AvatarColor, Admin, StaffMember } from '@health-console/contract/admins.ts'
import { AuditGroup, AuditEvent } from '@health-console/contract/audit.ts'
import { ErasurePreview } from '@health-console/contract/erasures.ts'
import { ErrorField, ListedCell, SecondStepWays, ErrorBody } from '@health-console/contract/errors.ts'
import { TextToOpen } from '@health-console/contract/file-approval.ts'
import { OnnxValue, FileFacts } from '@health-console/contract/file-facts.ts'
import {
  FileType,
  ModelFile,
  VersionState,
  FileDecision,
  FileVersion,
  ListedVersion,
  FileUpload,
  UnfinishedUpload,
  ArrivedPart,
} from '@health-console/contract/files.ts'
import { FirstSteps } from '@health-console/contract/first-steps.ts'
import { Invitee, Invited, InviteRole } from '@health-console/contract/invitations.ts'
import { LineError } from '@health-console/contract/line-errors.ts'
import { OpenSession } from '@health-console/contract/own-sessions.ts'
import { PageMeta } from '@health-console/contract/http/paging.ts'
import { PasskeyAssertion, PasskeyAttestation, PasskeyRequest, Passkey } from '@health-console/contract/passkeys.ts'
import { CellReading, RowKind, ColumnAnswer, ImportAnswers } from '@health-console/contract/patient-answers.ts'
import {
  ImportFinding,
  Distribution,
  ColumnChange,
  PatientValues,
  ChangeKind,
  PatientChange,
  ImportWarning,
} from '@health-console/contract/patient-findings.ts'
import { ImportPreview, PatientImport, PatientImportEntry } from '@health-console/contract/patient-imports.ts'
import {
  FileColumn,
  LeftOutRow,
  PatientSheet,
  ImportQuestion,
  ImportReading,
} from '@health-console/contract/patient-questions.ts'
import { PatientColumnKey, Patient } from '@health-console/contract/patients.ts'
import { WrittenLines } from '@health-console/contract/product-writes.ts'
import { Report, ReportLabels } from '@health-console/contract/reports.ts'
import { Scope } from '@health-console/contract/scopes.ts'
import { ServiceToken, ServiceAccount } from '@health-console/contract/service-accounts.ts'
import { Credentials, SecondFactorState, ConfirmationMethod, SignedIn } from '@health-console/contract/sessions.ts'
import { EndUser } from '@health-console/contract/users.ts'
import * as z from 'zod/mini'

/**
 * The schemas that the OpenAPI document defines once, under their names. A typed client gets types with these names.
 */
export const namedSchemas = z.registry<{ id: string }>()

for (const [id, schema] of Object.entries({
  Admin,
  ArrivedPart,
  AuditEvent,
  AuditGroup,
  AvatarColor,
  CellReading,
  ChangeKind,
  ColumnAnswer,
  ColumnChange,
  ConfirmationMethod,
  Credentials,
  Distribution,
  EndUser,
  ErasurePreview,
  Error: ErrorBody,
  ErrorField,
  FileColumn,
  LeftOutRow,
  FileDecision,
  FileFacts,
  FileType,
  FileUpload,
  FileVersion,
  FirstSteps,
  ImportAnswers,
  ImportFinding,
  ImportPreview,
  ImportQuestion,
  ImportReading,
  ImportWarning,
  InviteRole,
  Invited,
  Invitee,
  LineError,
  ListedCell,
  ListedVersion,
  ModelFile,
  OnnxValue,
  OpenSession,
  PageMeta,
  Passkey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyRequest,
  Patient,
  PatientChange,
  PatientColumnKey,
  PatientImport,
  PatientImportEntry,
  PatientSheet,
  PatientValues,
  Report,
  ReportLabels,
  Role,
  RowKind,
  Scope,
  SecondFactorState,
  SecondStepWays,
  ServiceAccount,
  ServiceToken,
  SignedIn,
  StaffMember,
  TextToOpen,
  UnfinishedUpload,
  VersionState,
  WrittenLines,
}))
  namedSchemas.add(schema, { id })

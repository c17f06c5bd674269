import type { AuditPart } from './parts.ts'

/** How a request or job ended that an entry is about. */
export const auditOutcomes = ['ok', 'denied', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** The kinds of things that an audit entry can be about. */
export const auditSubjectKinds = [
  'user',
  'patient',
  'report',
  'file',
  'version',
  'import',
  'upload',
  'admin',
  'invitation',
  'session',
  'service_account',
  'token',
  'export',
] as const
type AuditSubjectKind = (typeof auditSubjectKinds)[number]

/**
 * A subject as `kind:id`. A patient's id is the member ID, because row ids change with each import. A version's id is
 * `file/number`, and an export's is the SHA-256 of its file.
 */
export type AuditSubject = `${AuditSubjectKind}:${string}`

/** The groups of actions that the filter offers. */
export const auditActionGroups = {
  signIn: 'Signed in',
  signOut: 'Signed out',
  account: 'Changed their own account',
  staff: 'Managed admins',
  viewStaff: 'Viewed admins',
  listUsers: 'Listed users',
  searchUsers: 'Searched users',
  viewUser: 'Viewed a user',
  viewReports: 'Viewed reports',
  downloadReports: 'Downloaded reports',
  eraseUsers: 'Erased users',
  product: 'Data received from your health-data product',
  listPatients: 'Listed patients',
  searchPatients: 'Searched patients',
  downloadPatients: 'Downloaded patients',
  importPatients: 'Imported patients',
  viewFiles: 'Viewed files',
  downloadFiles: 'Downloaded files',
  changeFiles: 'Changed files',
  viewRecord: 'Viewed the audit log',
  exportRecord: 'Exported the audit log',
  operator: 'System administrator’s commands',
} as const
export type AuditActionGroup = keyof typeof auditActionGroups

/** How an admin saw the data of a user or patient. */
type SeenHow = 'list' | 'search' | 'view' | 'download'

type AuditActionFacts = {
  /** Null: no filter offers this action. */
  group: AuditActionGroup | null
  /** The action, as a row of the list describes it. */
  words: string
  /** Absent: the action shows no one's data. */
  how?: SeenHow
  /**
   * Set for an action in a group of changes that only views something, or begins something that is not yet a change.
   */
  changesNothing?: true
}

const groupsOfParts: Record<AuditPart, AuditActionGroup[]> = {
  people: ['downloadPatients', 'importPatients'],
  changes: ['account', 'staff', 'eraseUsers', 'importPatients', 'changeFiles', 'operator'],
}

/** Every action of the audit log. Actions that are no longer written stay, because older entries have them. */
export const auditActions = {
  'session.sign_in': { group: 'signIn', words: 'Signed in' },
  'session.confirm': { group: 'signIn', words: 'Confirmed their identity' },
  'session.request_passkey': { group: 'signIn', words: 'Requested a passkey prompt' },
  'session.sign_on_begin': { group: 'signIn', words: 'Began to sign in with single sign-on' },
  'session.sign_on': { group: 'signIn', words: 'Signed in with single sign-on' },
  'session.emergency_sign_in': { group: 'signIn', words: 'Signed in with emergency access' },
  'session.confirm_begin': { group: 'signIn', words: 'Began to confirm their identity with single sign-on' },
  'session.sign_out': { group: 'signOut', words: 'Signed out' },
  'session.sign_on_end': { group: 'signOut', words: 'Ended a session: single sign-on no longer gives access' },
  'session.list': { group: 'account', words: 'Viewed their own sessions', changesNothing: true },
  'session.replace': { group: 'signOut', words: 'Ended the earlier session of the same browser by signing in' },
  'session.end': { group: 'signOut', words: 'Signed out one of their sessions' },
  'session.end_others': { group: 'signOut', words: 'Signed out everywhere else' },
  'session.view': { group: 'signIn', words: 'Viewed their own session' },

  'admin.rename': { group: 'account', words: 'Changed their name' },
  'second_factor.view': { group: 'account', words: 'Viewed their two-step sign-in settings', changesNothing: true },
  'second_factor.begin': { group: 'account', words: 'Began to set up an authenticator app', changesNothing: true },
  'second_factor.set': { group: 'account', words: 'Set up an authenticator app' },
  'second_factor.remove': { group: 'account', words: 'Turned off two-step sign-in' },
  'second_factor.remove_app': { group: 'account', words: 'Removed their authenticator app' },
  'passkey.begin': { group: 'account', words: 'Began to add a passkey', changesNothing: true },
  'passkey.add': { group: 'account', words: 'Added a passkey' },
  'passkey.rename': { group: 'account', words: 'Renamed a passkey' },
  'passkey.remove': { group: 'account', words: 'Removed a passkey' },
  'second_factor.renew_codes': { group: 'account', words: 'Created new recovery codes' },
  'sign_on.tie': { group: 'account', words: 'Linked their account to single sign-on' },
  'password.change': { group: 'account', words: 'Changed their password' },
  'password.reset': { group: 'account', words: 'Set a new password with a link' },
  'recovery.request': { group: 'account', words: 'Requested a password reset' },
  'recovery.view': { group: 'account', words: 'Opened a password reset link', changesNothing: true },
  'email_change.request': { group: 'account', words: 'Requested an email change' },
  'email_change.view': { group: 'account', words: 'Viewed their email change', changesNothing: true },
  'email_change.cancel': { group: 'account', words: 'Cancelled their email change' },
  'email_change.confirm': { group: 'account', words: 'Confirmed a new email address' },
  'email_change.undo': { group: 'account', words: 'Undid an email change' },
  'email_undo.view': {
    group: 'account',
    words: 'Opened a link to undo an email change',
    changesNothing: true,
  },

  'admin.revoke': { group: 'staff', words: 'Revoked access' },
  'admin.change_role': { group: 'staff', words: 'Role changed by a single sign-on group' },
  'sign_on.reset': { group: 'staff', words: 'Unlinked an admin from single sign-on' },
  'second_factor.reset': { group: 'staff', words: 'Reset an admin’s two-step sign-in' },
  'admin.list_sessions': { group: 'viewStaff', words: 'Viewed an admin’s sessions' },
  'admin.end_session': { group: 'staff', words: 'Signed an admin out of a session' },
  'admin.end_sessions': { group: 'staff', words: 'Signed an admin out everywhere' },
  'admin.create': { group: 'staff', words: 'Created an admin' },
  'invitation.create': { group: 'staff', words: 'Invited an admin' },
  'invitation.resend': { group: 'staff', words: 'Resent an invitation' },
  'invitation.show_link': { group: 'staff', words: 'Received an invitation link' },
  'invitation.view': { group: 'staff', words: 'Opened an invitation', changesNothing: true },
  'invitation.accept': { group: 'staff', words: 'Accepted an invitation' },
  'invitation.delete': { group: 'staff', words: 'Cancelled an invitation' },
  'access_review.attest': { group: 'staff', words: 'Reviewed access' },
  'access_review.remind': { group: 'staff', words: 'Reminded the super admins to review access' },
  'service_account.create': { group: 'staff', words: 'Created a service account' },
  'service_account.change': { group: 'staff', words: 'Changed a service account' },
  'service_account.take_over': { group: 'staff', words: 'Became the owner of a service account' },
  'service_account.end': { group: 'staff', words: 'Revoked a service account' },
  'service_account.flag': {
    group: 'staff',
    words: 'Scheduled a service account to be disabled: its owner lost access',
  },
  'service_account.keep': {
    group: 'staff',
    words: 'Cancelled the scheduled end of a service account: its owner has access again',
  },
  'service_account.remind': { group: 'staff', words: 'Sent an expiry warning for a service account or token' },
  'token.create': { group: 'staff', words: 'Created a service account token' },
  'token.revoke': { group: 'staff', words: 'Revoked a service account token' },
  'service_account.list': { group: 'viewStaff', words: 'Viewed the service accounts' },
  'service_account.view': { group: 'viewStaff', words: 'Identified a token' },
  'admin.list': { group: 'viewStaff', words: 'Viewed the admins' },
  'invitation.list': { group: 'viewStaff', words: 'Viewed the invitations' },
  'access_check.view': { group: 'viewRecord', words: 'Viewed unusual access' },
  'access_check.explain': { group: 'staff', words: 'Explained unusual access' },
  'access_check.follow_up': { group: 'staff', words: 'Is following up on unusual access' },
  'access_check.end': { group: 'operator', words: 'Deleted all findings of unusual access: UNUSUAL_ACCESS is off' },
  'access_check.remind': { group: 'staff', words: 'Emailed the super admins about unusual access' },
  'access_review.view': { group: 'viewStaff', words: 'Viewed who has access' },

  'users.list': { group: 'listUsers', words: 'Listed users', how: 'list' },
  'users.search': { group: 'searchUsers', words: 'Searched users', how: 'search' },
  'user.view': { group: 'viewUser', words: 'Viewed a user', how: 'view' },
  'user.erase_preview': { group: 'viewUser', words: 'Viewed what erasing a user removes', how: 'view' },
  'user.erase': { group: 'eraseUsers', words: 'Erased a user' },
  'users.write': { group: 'product', words: 'Added or updated users' },
  'reports.write': { group: 'product', words: 'Added or updated reports' },
  'user.erase_reports': { group: 'eraseUsers', words: 'Deleted an erased user’s reports' },
  'user.erase_wait': {
    group: 'eraseUsers',
    words: 'Waits for an older database transaction before it can finish erasing a user',
  },
  'user.erase_end': { group: 'eraseUsers', words: 'Finished erasing a user' },
  'reports.keep': { group: 'eraseUsers', words: 'Changed how long reports are kept' },
  'reports.expire': { group: 'eraseUsers', words: 'Deleted old reports' },
  'user.hold': { group: 'eraseUsers', words: 'Placed a user on legal hold' },
  'user.lift_hold': { group: 'eraseUsers', words: 'Removed a user’s legal hold' },
  'reports.list': { group: 'viewReports', words: 'Viewed a user’s reports', how: 'view' },
  'report.view': { group: 'viewReports', words: 'Viewed a report', how: 'view' },
  'reports.numbers': { group: 'viewReports', words: 'Viewed report values over time', how: 'view' },
  'report.download': { group: 'downloadReports', words: 'Downloaded a report', how: 'download' },
  'reports.download_rows': {
    group: 'downloadReports',
    words: 'Continued downloading a user’s reports',
    how: 'download',
  },
  'reports.download_all': { group: 'downloadReports', words: 'Downloaded a user’s reports', how: 'download' },
  'user.export': { group: 'downloadReports', words: 'Started to export all data of a user', how: 'download' },
  'user.export_end': { group: 'downloadReports', words: 'Exported all data of a user', how: 'download' },

  'patients.view': { group: 'listPatients', words: 'Listed patients', how: 'list' },
  'patients.search': { group: 'searchPatients', words: 'Searched patients', how: 'search' },
  'patients.download': { group: 'downloadPatients', words: 'Began to download the patients' },
  'patients.download_rows': { group: 'downloadPatients', words: 'Downloaded patients', how: 'download' },
  'patients.download_marked_file': {
    group: 'downloadPatients',
    words: 'Began to download the marked file of an import',
  },
  'patients.template': {
    group: 'importPatients',
    words: 'Downloaded the patient template',
    changesNothing: true,
  },
  'patients.import_upload': { group: 'importPatients', words: 'Uploaded a patient table' },
  'patients.import_answer': { group: 'importPatients', words: 'Answered import questions' },
  'patients.layout_use': { group: 'importPatients', words: 'Reused earlier import answers' },
  'patients.layout_remember': { group: 'importPatients', words: 'Saved import answers' },
  'patients.layout_forget': { group: 'importPatients', words: 'Forgot saved import answers' },
  'patients.import_preview': {
    group: 'importPatients',
    words: 'Viewed the preview of an import',
    how: 'view',
    changesNothing: true,
  },
  'patients.import': { group: 'importPatients', words: 'Imported patients' },
  'patients.import_cancel': { group: 'importPatients', words: 'Cancelled a patient import' },
  'patients.import_history': { group: 'importPatients', words: 'Viewed the import history', changesNothing: true },
  'patients.import_ids': {
    group: 'importPatients',
    words: 'Viewed the Member IDs of an import',
    how: 'view',
    changesNothing: true,
  },
  'patients.import_delete': { group: 'importPatients', words: 'Deleted an earlier patient table' },
  'patients.restore': { group: 'importPatients', words: 'Restored an earlier patient table' },

  'files.view': { group: 'viewFiles', words: 'Viewed the files' },
  'files.history': { group: 'viewFiles', words: 'Viewed a file’s versions' },
  'files.uploads': { group: 'viewFiles', words: 'Viewed an upload' },
  'files.download': { group: 'downloadFiles', words: 'Downloaded a file' },
  'files.signature': { group: 'downloadFiles', words: 'Downloaded a file’s signature' },
  'files.read_text': { group: 'downloadFiles', words: 'Read a prompt' },
  'models.list': { group: 'viewFiles', words: 'Listed the current models' },
  'models.pull': { group: 'downloadFiles', words: 'Downloaded a model (device)' },
  'files.upload': { group: 'changeFiles', words: 'Began to upload a file' },
  'files.upload_parts': { group: 'changeFiles', words: 'Requested the URLs of an upload' },
  'files.upload_content': { group: 'changeFiles', words: 'Sent a part of a file' },
  'files.upload_abandon': { group: 'changeFiles', words: 'Discarded an abandoned upload' },
  'files.upload_cancel': { group: 'changeFiles', words: 'Cancelled an upload' },
  'files.publish': { group: 'changeFiles', words: 'Published a file' },
  'files.stage': { group: 'changeFiles', words: 'Submitted a version of a file for approval' },
  'files.review': { group: 'viewFiles', words: 'Reviewed a version of a file' },
  'files.open_text': { group: 'viewFiles', words: 'Read the prompt or chat template of a version awaiting approval' },
  'files.approve': { group: 'changeFiles', words: 'Approved a version of a file' },
  'files.approve_doubted': { group: 'changeFiles', words: 'Approved a version of a file, possibly their own' },
  'files.reject': { group: 'changeFiles', words: 'Rejected a version of a file' },
  'files.withdraw': { group: 'changeFiles', words: 'Withdrew a version of a file' },
  'files.publish_alone': { group: 'operator', words: 'Published a version without a second approval' },
  'files.restore': { group: 'changeFiles', words: 'Restored an earlier version of a file' },
  'files.offer': { group: 'changeFiles', words: 'Offered a version of a file to more devices' },
  'files.offer_all': { group: 'changeFiles', words: 'Offered a version of a file to all devices' },
  'files.sign': { group: 'changeFiles', words: 'Signed versions of a file' },

  'audit.list': { group: 'viewRecord', words: 'Viewed the audit log' },
  'accesses.read': { group: 'viewRecord', words: 'Read who has accessed a user, for that user' },
  'audit.actors': { group: 'viewRecord', words: 'Listed the staff in the audit log' },
  'audit.proof': { group: 'viewRecord', words: 'Opened the verification of the audit log' },
  'audit.verifier': { group: 'viewRecord', words: 'Downloaded the verifier of the audit log' },
  'audit.export': { group: 'exportRecord', words: 'Began to export the audit log' },
  'audit.export_end': { group: 'exportRecord', words: 'Exported entries of the audit log' },

  'audit.lose': { group: 'operator', words: 'Noticed that the database has lost entries of the audit log' },
  'recovery.issue': { group: 'operator', words: 'Created a password reset link' },
  'users.import_begin': { group: 'operator', words: 'Began to import users' },
  'users.import': { group: 'operator', words: 'Imported users' },
  'reports.import_begin': { group: 'operator', words: 'Began to import reports' },
  'reports.import': { group: 'operator', words: 'Imported reports' },
  'files.adopt': { group: 'operator', words: 'Adopted the files in storage' },
  'backup.create': { group: 'operator', words: 'Created a backup' },
  'backup.drill': { group: 'operator', words: 'Ran a restore drill' },
  'backup.restore': { group: 'operator', words: 'Restored a backup' },
  'console.move': { group: 'operator', words: 'Moved the console to another database or file storage' },
  'key.rotate': { group: 'operator', words: 'Re-encrypted two-step sign-in secrets with a new master key' },
  /** A request that was rejected before its route was known. */
  unknown: { group: null, words: 'Requested an unknown URL' },
} as const satisfies Record<string, AuditActionFacts>
export type AuditAction = keyof typeof auditActions

/** Undefined for an action that only another version of the console knows. */
export const findAuditAction = (action: string): AuditActionFacts | undefined =>
  isAuditAction(action) ? auditActions[action] : undefined

const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)

type ActionFilter = {
  group?: AuditActionGroup | undefined
  part?: AuditPart | undefined
  /** The actions that show the data of users or patients. */
  seen?: boolean
}

/** The actions that match. */
export function listAuditActions({ group, part, seen = false }: ActionFilter): AuditAction[] {
  const facts = Object.entries(auditActions) as [AuditAction, AuditActionFacts][]
  return facts
    .filter(
      ([, each]) => (group ?? each.group) === each.group && (!seen || each.how) && (!part || isInPart(part, each)),
    )
    .map(([action]) => action)
}

function isInPart(part: AuditPart, { group, how, changesNothing }: AuditActionFacts): boolean {
  if (part === 'people' && how) return true
  return !changesNothing && group !== null && groupsOfParts[part].includes(group)
}

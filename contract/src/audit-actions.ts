/** What an entry of the record is about. */
export const auditSubjectKinds = [
  'user',
  'patient',
  'report',
  'file',
  'import',
  'upload',
  'admin',
  'invitation',
  'session',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

/** A subject as `kind:id`. A patient's id is the member id: row ids change with each import. */
export type AuditSubject = `${AuditSubjectKind}:${string}`

/** Actions in the words of the filter. */
export const auditActionGroups = {
  signIn: 'Signed in',
  signOut: 'Signed out',
  account: 'Changed their own account',
  staff: 'Managed admins',
  viewStaff: 'Looked at admins',
  listUsers: 'Listed users',
  searchUsers: 'Searched users',
  viewUser: 'Looked at a user',
  viewReports: 'Looked at reports',
  downloadReports: 'Downloaded reports',
  listPatients: 'Listed patients',
  searchPatients: 'Searched patients',
  downloadPatients: 'Downloaded patients',
  importPatients: 'Imported patients',
  viewFiles: 'Looked at files',
  downloadFiles: 'Downloaded files',
  changeFiles: 'Changed files',
  viewRecord: 'Looked at the record',
  exportRecord: 'Exported the record',
  operator: "Operator's commands",
} as const
export type AuditActionGroup = keyof typeof auditActionGroups

/** How a person's data was seen; undefined for actions that show nobody. */
export type SeenHow = 'list' | 'search' | 'view' | 'download'

/** The groups of endpoints in the OpenAPI document, each with the beginnings of its paths; the first match decides. */
const tags = [
  { name: 'Models for devices', about: 'What devices download.', paths: ['/machine/v1/models'] },
  {
    name: 'Health-data product',
    about: 'What your health-data product writes and reads.',
    paths: ['/machine/v1/users', '/machine/v1/reports'],
  },
  {
    name: 'Service accounts',
    about: 'Access of clients without a browser.',
    paths: ['/machine/', '/v1/service-accounts'],
  },
  {
    name: 'Access review',
    about: 'The regular review of everyone with access, and of unusual access.',
    paths: ['/v1/access-review', '/v1/access-findings'],
  },
  { name: 'Invitations', about: 'New admins, until they accept.', paths: ['/v1/admin-invites'] },
  { name: 'Admins', about: 'Admins, their roles and their sessions.', paths: ['/v1/admins', '/v1/first-steps'] },
  { name: 'Audit log', about: 'Who did what, and the proof of it.', paths: ['/v1/audit-events'] },
  {
    name: 'Your account',
    about: 'Your own email address, password, two-step sign-in and sessions.',
    paths: ['email', 'forgot-password', 'password', 'passkeys', 'second-factor', 'sessions'].map(
      (each) => `/v1/auth/admin/${each}`,
    ),
  },
  { name: 'Sign-in', about: 'The beginning and the end of a session, and confirmations.', paths: ['/v1/auth/admin/'] },
  { name: 'Models and prompts', about: 'Files, their versions and uploads.', paths: ['/v1/files', '/v1/file-uploads'] },
  {
    name: 'Patients',
    about: 'The patient table and its imports.',
    paths: ['/v1/hospital-patients', '/v1/patient-imports', '/v1/patient-layouts'],
  },
  {
    name: 'Reports',
    about: 'The reports of users.',
    paths: ['/v1/report-', '/v1/users/{id}/report'],
  },
  { name: 'Users', about: 'Users of your health-data product, their export and their erasure.', paths: ['/v1/users'] },
] as const

export const openApiTags = tags.map(({ name, about }) => ({ name, description: about }))

/** @throws Error for a path without a group */
export function tagOf(path: string): string {
  const tag = tags.find(({ paths }) => paths.some((each) => path.startsWith(each)))
  if (!tag) throw new Error(`No tag of the OpenAPI document contains ${path}`)
  return tag.name
}

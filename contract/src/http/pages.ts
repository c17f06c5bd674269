/** The paths of the web's pages. The server responds to every other path with 404. */
export const pages = [
  '/',
  '/admins',
  '/admins/service-accounts',
  '/audit',
  '/audit/review',
  '/change-email',
  '/files',
  '/forgot-password',
  '/hospital-patients',
  '/invites',
  '/login',
  '/password-recovery',
  '/sign-on',
  '/undo-email-change',
  '/user/:userId',
]

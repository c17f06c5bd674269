import { createFileRoute, notFound } from '@tanstack/react-router'
import { ServiceAccountsPage } from '../../../features/service-accounts/service-accounts-page.tsx'

export const Route = createFileRoute('/_authenticated/admins/service-accounts')({
  beforeLoad: ({ context }) => {
    // The page exists only for super admins.
    if (context.session.user.role !== 'super_admin') throw notFound()
  },
  component: ServiceAccountsPage,
})

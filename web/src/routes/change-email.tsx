import { createFileRoute } from '@tanstack/react-router'
import { ChangeEmailPage } from '../features/email-changes/change-email-page.tsx'
import { toLinkSecret } from '../shell/url-search.ts'

export const Route = createFileRoute('/change-email')({ validateSearch: toLinkSecret, component: ChangeEmailPage })

import { EmptyState } from '../ui/void.tsx'
import type { IconName } from '../ui/icon.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useDocumentTitle } from './document-title.ts'

/** Stands where a screen is going to be. */
export function PlaceholderPage({ icon, title }: { icon: IconName; title: string }) {
  useDocumentTitle(title)
  return (
    <>
      <PageHeader icon={icon} title={title} />
      <EmptyState title="This screen is being built." subtitle="There is nothing to see here yet." />
    </>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { PlaceholderPage } from '../../shell/placeholder-page.tsx'

export const Route = createFileRoute('/_authenticated/files')({ component: Files })

function Files() {
  return <PlaceholderPage icon="files" title="Files" />
}

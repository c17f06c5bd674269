import { FileType } from '@health-console/contract/files.ts'
import { createFileRoute } from '@tanstack/react-router'
import { FilesPage } from '../../features/files/files-page.tsx'
import { useSession } from '../../features/sessions/queries.ts'

// Without a loader, which would run when a link is pointed at: looking at files goes on record.
export const Route = createFileRoute('/_authenticated/files')({
  validateSearch: (search: Record<string, unknown>): { upload?: FileType | undefined } => ({
    upload: FileType.safeParse(search.upload).data,
  }),
  component: Files,
})

function Files() {
  const { user } = useSession(Route.useRouteContext().session)
  return <FilesPage me={user} />
}

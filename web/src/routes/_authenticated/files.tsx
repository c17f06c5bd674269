import type { FileType } from '@health-console/contract/files/files.ts'
import { createFileRoute } from '@tanstack/react-router'
import { FilesPage } from '../../features/files/list/files-page.tsx'
import { useSession } from '../../features/sessions/use-session.ts'

// The types do not come from the contract, which the sign-in page would have to fetch.
const types: FileType[] = ['gguf', 'onnx', 'txt']

type Search = { upload?: FileType | undefined; review?: FileType | undefined }

// There is no loader: it would run on hover, and reading the list is logged.
export const Route = createFileRoute('/_authenticated/files')({
  validateSearch: ({ upload, review }: Record<string, unknown>): Search => ({
    upload: types.find((type) => type === upload),
    // The emails about a version that awaits approval link to this.
    review: types.find((type) => type === review),
  }),
  component: Files,
})

function Files() {
  const { user } = useSession(Route.useRouteContext().session)
  return <FilesPage me={user} />
}

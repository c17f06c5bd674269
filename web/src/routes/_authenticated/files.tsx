import type { FileType } from '@health-console/contract/files.ts'
import { createFileRoute } from '@tanstack/react-router'
import { FilesPage } from '../../features/files/files-page.tsx'
import { useSession } from '../../features/sessions/use-session.ts'

// without the contract, which the sign-in page would have to fetch
const types: FileType[] = ['gguf', 'onnx', 'txt']

type Search = { upload?: FileType | undefined; review?: FileType | undefined }

// No loader: it would run on hover, and reading the list is logged.
export const Route = createFileRoute('/_authenticated/files')({
  validateSearch: ({ upload, review }: Record<string, unknown>): Search => ({
    upload: types.find((type) => type === upload),
    // the mails about a staged version lead here
    review: types.find((type) => type === review),
  }),
  component: Files,
})

function Files() {
  const { user } = useSession(Route.useRouteContext().session)
  return <FilesPage me={user} />
}

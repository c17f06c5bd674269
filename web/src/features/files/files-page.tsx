import type { Admin } from '@health-console/contract/admins.ts'
import type { FileType } from '@health-console/contract/files.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FilesIcon } from 'lucide-react'
import { useRetry } from '../../api/use-retry.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { fileColumns, narrowBelowPx } from './columns.tsx'
import { toFileRows } from './file-rows.ts'
import { failedToFetch, filesQuery } from './queries.ts'

const UploadDialog = fetchedLater(async () => (await import('./upload-dialog.tsx')).UploadDialog)
const VersionsDialog = fetchedLater(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

const route = getRouteApi('/_authenticated/files')

/** The upload dialog is part of the URL, so that the panel of a running upload can open it from anywhere. */
export function FilesPage({ me }: { me: Admin }) {
  useDocumentTitle('Files')
  useFetchAhead(UploadDialog, VersionsDialog)
  const { upload } = route.useSearch()
  const navigate = route.useNavigate()
  const [historyOf, setHistoryOf] = useState<string | null>(null)
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelowPx)
  const files = useQuery(filesQuery)
  const failed = useRetry(files)
  const rows = files.data && toFileRows(files.data.data.files)
  const openUpload = (type: FileType | undefined) => void navigate({ search: { upload: type }, replace: true })
  const columns = fileColumns({
    onUpload: ({ type }) => openUpload(type),
    onHistory: ({ id }) => setHistoryOf(id),
  })
  const toUpload = rows?.find((row) => row.type === upload)
  const toShow = rows?.find((row) => row.id === historyOf)

  return (
    <>
      <PageHeader icon={FilesIcon} title="Files" count={rows?.length} />
      <DataTable
        label="Files"
        ref={table}
        columns={isNarrow ? columns.narrow : columns.wide}
        rows={rows ?? []}
        loading={files.isPending}
        failed={failed && { title: failedToFetch, ...failed }}
        empty={nothingFound}
      />
      {toUpload && files.data && (
        <UploadDialog
          key={toUpload.type}
          file={toUpload}
          maxFileBytes={files.data.data.maxFileBytes}
          onClose={() => openUpload(undefined)}
        />
      )}
      {toShow && (
        <VersionsDialog file={toShow} canRestore={me.role === 'super_admin'} onClose={() => setHistoryOf(null)} />
      )}
    </>
  )
}

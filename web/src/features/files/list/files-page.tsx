import type { Admin } from '@health-console/contract/staff/admins.ts'
import type { FileRelease, FileType, ListedVersion } from '@health-console/contract/files/files.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FilesIcon } from 'lucide-react'
import { useFailedQuery } from '../../../api/use-failed-query.ts'
import { useLasting } from '../../../lib/use-lasting.ts'
import { useDocumentTitle } from '../../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../../shell/fetched-later.tsx'
import { DataTable, nothingFound } from '../../../table/data-table.tsx'
import { useIsNarrow } from '../../../table/use-is-narrow.ts'
import { Badge } from '../../../ui/values/badge.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { fileColumns, narrowBelowPx } from './columns.tsx'
import { toFileRows, withOffers } from '../file-rows.ts'
import { failedToFetch, filesQuery, versionsQuery } from '../queries.ts'
import { Releases } from './releases.tsx'

const UploadDialog = fetchedLater(async () => (await import('../upload/upload-dialog.tsx')).UploadDialog)
const ReviewDialog = fetchedLater(async () => (await import('../review/review-dialog.tsx')).ReviewDialog)
const OfferMoreDialog = fetchedLater(async () => (await import('../versions/offer-more-dialog.tsx')).OfferMoreDialog)
const VersionsDialog = fetchedLater(async () => (await import('../versions/versions-dialog.tsx')).VersionsDialog)

const route = getRouteApi('/_authenticated/files')

/** The upload dialog is part of the URL, so that the panel of a running upload can open it from anywhere. */
export function FilesPage({ me }: { me: Admin }) {
  useDocumentTitle('Files')
  useFetchAhead(UploadDialog, VersionsDialog, ReviewDialog, OfferMoreDialog)
  const { upload, review } = route.useSearch()
  const navigate = route.useNavigate()
  const [detailsOf, setDetailsOf] = useState<FileRelease | null>(null)
  const [offering, setOffering] = useState<ListedVersion | null>(null)
  const [withdrawing, setWithdrawing] = useState<ListedVersion | null>(null)
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelowPx)
  const files = useQuery(filesQuery)
  const failed = useFailedQuery(files)
  const data = files.data?.data
  const rows = data && toFileRows(data.files)
  const awaiting = (data?.besides ?? []).filter(({ state }) => state === 'awaiting_approval')
  const openUpload = (type: FileType | undefined) => void navigate({ search: { upload: type }, replace: true })
  const openReview = (type: FileType | undefined) => void navigate({ search: { review: type }, replace: true })
  const columns = fileColumns({
    onUpload: ({ type }) => openUpload(type),
    onOffer: setOffering,
    onWithdraw: me.role === 'super_admin' ? setWithdrawing : undefined,
  })
  const toUpload = rows?.find((row) => row.type === upload)
  const fileToShow = rows?.find((row) => row.type === detailsOf?.type)
  const versions = useQuery({ ...versionsQuery(detailsOf?.fileId ?? ''), enabled: false })
  const isOpening = useLasting(detailsOf !== null && versions.isLoading)
  const toWithdraw = rows?.find((row) => row.id === withdrawing?.fileId)
  const toReview = usePinned(
    review,
    awaiting.find(({ type }) => type === review),
  )
  const waiting = awaiting.filter(({ uploadedBy }) => uploadedBy?.id !== me.id).length

  return (
    <>
      <PageHeader
        icon={FilesIcon}
        title="Files"
        count={rows?.length}
        badge={waiting > 0 && <Badge colour="yellow" label={`${waiting} to review`} />}
      />
      <DataTable
        label="Files"
        ref={table}
        isNarrow={isNarrow}
        isWhole
        density="tall"
        columns={columns}
        rows={rows ? withOffers(rows, data.offers ?? []) : []}
        headingOf={({ file }) => ({ key: file.type, heading: null })}
        above={
          data?.publishing.needsTwo &&
          data.publishing.eligible < 2 && (
            <Note tone="warning">
              No one else can approve new versions because you’re the only admin. Invite another admin, or ask your
              system administrator to publish them.
            </Note>
          )
        }
        loading={files.isPending}
        failed={failed && { title: failedToFetch, ...failed }}
        empty={nothingFound}
      />
      {rows && data.releases && (
        <Releases
          files={rows}
          releases={data.releases}
          needsTwo={data.publishing.needsTwo}
          me={me}
          onReview={({ type }) => openReview(type)}
          opening={isOpening ? detailsOf : null}
          onDetails={setDetailsOf}
        />
      )}
      {toReview && (
        <ReviewDialog
          key={`${toReview.fileId} ${toReview.version}`}
          fileId={toReview.fileId}
          version={toReview.version}
          name={toReview.name}
          me={me}
          eligible={data?.publishing.eligible ?? 0}
          onClose={() => openReview(undefined)}
        />
      )}
      {toUpload && files.data && (
        <UploadDialog
          key={toUpload.type}
          file={toUpload}
          maxFileBytes={files.data.data.maxFileBytes}
          needsTwo={files.data.data.publishing.needsTwo}
          onClose={() => openUpload(undefined)}
        />
      )}
      {fileToShow && detailsOf && (
        <VersionsDialog
          // A file without a current version has no ID in the list.
          file={{ ...fileToShow, id: detailsOf.fileId }}
          me={me}
          opened={detailsOf.version}
          onClose={() => setDetailsOf(null)}
        />
      )}
      {offering && (
        <OfferMoreDialog
          offer={offering}
          current={rows?.find(({ id }) => id === offering.fileId)?.version ?? 0}
          onClose={() => setOffering(null)}
        />
      )}
      {toWithdraw && withdrawing && (
        <VersionsDialog file={toWithdraw} me={me} withdraw={withdrawing.version} onClose={() => setWithdrawing(null)} />
      )}
    </>
  )
}

/**
 * The version under review stays the same even if another one replaces it in the list, so that the admin decides about
 * what they saw.
 */
function usePinned(review: FileType | undefined, awaiting: ListedVersion | undefined): ListedVersion | null {
  const [pinned, setPinned] = useState<ListedVersion | null>(null)
  const current = pinned?.type === review ? pinned : (awaiting ?? null)
  const next = review === undefined ? null : current
  if (next !== pinned) setPinned(next)
  return next
}

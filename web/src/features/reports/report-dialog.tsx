import type { ReportLabels } from '@health-console/contract/reports/reports.ts'
import { isVisible, toLine, withoutInvisible } from '@health-console/contract/values/text.ts'
import { toSeen } from '@health-console/formats/unseen.ts'
import type { EndUser } from '@health-console/contract/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { CopyIcon, DownloadIcon, PrinterIcon, SearchIcon, XIcon } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { formatDate, formatDateTime, formatShortDateTime, fromEpochSeconds } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { shorten } from '../../lib/short-ids.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { copyDownload } from '../../ui/buttons/copy-text.ts'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { InputBox } from '../../ui/fields/input-box.tsx'
import { Segments } from '../../ui/buttons/segments.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { countMatches, isBranch, parseDocument, textOf, valueAt, WrittenNumber } from './document/json.ts'
import { JsonTree } from './document/json-tree.tsx'
import { layOutReport, leaveOut, readoutsOf, searchSections } from './document/lay-out-report.ts'
import { modelNames } from './document/model-names.ts'
import { readTime } from './document/read-time.ts'
import { ReportPage } from './document/report-page.tsx'
import { downloadReport } from './download-report.ts'
import { fullNameOf, labelsQuery, modelsQuery, noLabels, reportQuery } from './queries.ts'
import styles from './report-dialog.module.css'
import { Data } from '../../ui/values/data.tsx'

type Document = ReturnType<typeof parseDocument>

type ReportDialogProps = {
  userId: string
  reportId: string
  /** The user's name, for printing, because the page behind the dialog is not printed. */
  user: EndUser | undefined
  onClose: () => void
}

/** Shows one report, with a search. Mount it when it opens, because each view is logged. */
export function ReportDialog({ userId, reportId, user, onClose }: ReportDialogProps) {
  const report = useQuery(reportQuery(userId, reportId))
  const labels = useQuery(labelsQuery)
  const text = report.data
  const document = useMemo(() => (text === undefined ? undefined : parseDocument(text)), [text])
  return (
    <InfoDialog
      onClose={onClose}
      title={(document && ownTitleOf(document)) ?? `Report ${shorten(reportId)}`}
      size="wide"
      lead={
        text !== undefined && (
          <>
            <Button startIcon={PrinterIcon} onClick={() => window.print()}>
              Print
            </Button>
            <Button startIcon={CopyIcon} onClick={() => void copyDownload(text, 'report')}>
              Copy
            </Button>
          </>
        )
      }
      primary={
        text !== undefined && (
          <Button variant="primary" startIcon={DownloadIcon} onClick={() => void downloadReport(userId, reportId)}>
            Download report
          </Button>
        )
      }
    >
      <Fetched query={report} failure="Couldn’t load the report">
        {({ length }) =>
          document &&
          !labels.isPending && (
            <ReportView
              reportId={reportId}
              document={document}
              isLong={length > longDocument}
              user={user}
              labels={labels.data?.data ?? noLabels}
            />
          )
        }
      </Fetched>
    </InfoDialog>
  )
}

/** The title inside the report itself. */
function ownTitleOf({ title }: Document): string | undefined {
  return typeof title === 'string' && isVisible(toLine(title)) ? isolate(toLine(title)) : undefined
}

type View = 'report' | 'json'

/** A longer document opens as JSON, whose parts open one by one. */
const longDocument = 5_000_000

type ReportViewProps = {
  reportId: string
  document: Document
  isLong: boolean
  user: EndUser | undefined
  labels: ReportLabels
}

function ReportView({ reportId, document, isLong, user, labels }: ReportViewProps) {
  const [view, setView] = useState<View>(isLong ? 'json' : 'report')
  const [typed, setTyped] = useState('')
  const searchText = useDeferredValue(withoutInvisible(typed).trim())
  const models = useQuery(modelsQuery).data?.data
  const madeBy = models ? modelNames(document, models) : ''
  const generated = fromEpochSeconds(generatedAtOf(document))
  return (
    <>
      <p className={`stamp ${styles.facts}`}>
        {user && (
          <span>
            <b>
              <Data>{fullNameOf(user)}</Data>
            </b>
            {user.memberId && (
              <span>
                , <Data>{user.memberId}</Data>
              </span>
            )}
            {user.dateOfBirth && (
              <span className="print-only">, born {formatDate(user.dateOfBirth) ?? user.dateOfBirth}</span>
            )}
            <span> · </span>
          </span>
        )}
        <span>{describeWhen(document, generated)}</span>
        {madeBy !== '' && (
          <span>
            {' · '}
            <Data>{madeBy}</Data>
          </span>
        )}
      </p>
      <div className={`${styles.bar} screen-only`}>
        <Segments
          legend="View"
          hidesLegend
          options={[
            { value: 'report', label: 'Report' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={setView}
        />
        <SearchBox typed={typed} onType={setTyped} />
      </div>
      <div className={styles.document}>
        {view === 'report' ? (
          <AsPage document={document} labels={labels} searchText={searchText} />
        ) : (
          <AsJson document={document} searchText={searchText} />
        )}
        <p className={styles.small}>
          Report ID{' '}
          <b>
            <Data>{reportId}</Data>
          </b>{' '}
          Generated <Timestamp time={generated} /> UTC
        </p>
      </div>
    </>
  )
}

/** The database rejects a report without it. */
function generatedAtOf({ generatedAt }: Document): number {
  return generatedAt instanceof WrittenNumber ? generatedAt.value : Number(generatedAt)
}

/** The period that a report covers, if it specifies both ends. */
function periodOf(document: Document): { from: Date; to: Date } | undefined {
  const [from, to] = ['period.from', 'period.to'].map((path) => {
    const value = valueAt(document, path)
    return typeof value === 'string' ? readTime(value)?.time : undefined
  })
  return from && to && { from, to }
}

/** The day, and the period to the minute, in UTC: "18 November 2026 (17 Nov, 07:12 to 18 Nov, 07:12 UTC)". */
function describeWhen(document: Document, generated: Date | null): string {
  const period = periodOf(document)
  if (!generated || !period) return `${formatDateTime(generated) ?? ''} UTC`
  const ends = [period.from, period.to]
  // The year is that of the day, except around its turn.
  const isThisYear = ends.every((end) => end.getUTCFullYear() === generated.getUTCFullYear())
  const [from, to] = ends.map(isThisYear ? formatShortDateTime : formatDateTime)
  return `${formatDate(generated)} (${from} to ${to} UTC)`
}

/** The rows that are shown above or below the sections. */
function pathsElsewhere(document: Document): string[] {
  return [
    'reportId',
    'generatedAt',
    ...(isBranch(document.disclaimer ?? null) ? [] : ['disclaimer']),
    ...(ownTitleOf(document) === undefined ? [] : ['title']),
    ...(periodOf(document) ? ['period.from', 'period.to'] : []),
  ]
}

function AsPage({ document, labels, searchText }: { document: Document; labels: ReportLabels; searchText: string }) {
  const page = useMemo(() => layOutReport(document, labels), [document, labels])
  // A search also finds rows that are shown elsewhere.
  const sections = searchText === '' ? leaveOut(page, pathsElsewhere(document)) : searchSections(page, searchText)
  const { disclaimer } = document
  const found = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <Found searchText={searchText} count={found}>
      <ReportPage
        key={searchText}
        readouts={searchText === '' ? readoutsOf(document, labels) : []}
        sections={sections}
        text={searchText}
      />
      {disclaimer !== undefined && !isBranch(disclaimer) && searchText === '' && (
        <p className={styles.small}>{toSeen(textOf(disclaimer))}</p>
      )}
    </Found>
  )
}

function AsJson({ document, searchText }: { document: Document; searchText: string }) {
  return (
    <Found searchText={searchText} count={searchText === '' ? 0 : countMatches(document, searchText)}>
      <JsonTree key={searchText} branch={document} text={searchText} />
    </Found>
  )
}

/** How many results there are, and where. */
function Found({ searchText, count, children }: { searchText: string; count: number; children: ReactNode }) {
  return (
    <>
      <p className="stamp" role="status">
        {searchText !== '' && (count === 0 ? 'Nothing found.' : `${formatCount(count)} found`)}
      </p>
      {children}
    </>
  )
}

type SearchBoxProps = { typed: string; onType: (typed: string) => void }

function SearchBox({ typed, onType }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onType('')
    input.current?.focus()
  }
  return (
    <div className={styles.search}>
      <InputBox>
        <Icon icon={SearchIcon} />
        <input
          ref={input}
          type="search"
          aria-label="Search in the report"
          placeholder="Search in the report"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
        {typed !== '' && <IconButton icon={XIcon} label="Clear search" size="small" onClick={clear} />}
      </InputBox>
    </div>
  )
}

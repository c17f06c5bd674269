import type { ReportLabels } from '@health-console/contract/reports.ts'
import type { EndUser } from '@health-console/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { CopyIcon, DownloadIcon, PrinterIcon, SearchIcon, XIcon } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { formatDate, fromEpochSeconds } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { shorten } from '../../lib/short-ids.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { copyText } from '../../ui/buttons/copy-text.ts'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { InputBox } from '../../ui/fields/input-box.tsx'
import { Segments } from '../../ui/buttons/segments.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { countMatches, parseDocument, WrittenNumber } from './document/json.ts'
import { JsonTree } from './document/json-tree.tsx'
import { layOutReport, readoutsOf, searchSections } from './document/lay-out-report.ts'
import { modelNames } from './document/model-names.ts'
import { ReportPage } from './document/report-page.tsx'
import { downloadReport } from './download-report.ts'
import { fullNameOf, labelsQuery, modelsQuery, noLabels, reportQuery } from './queries.ts'
import styles from './report-dialog.module.css'

type Document = ReturnType<typeof parseDocument>

type ReportDialogProps = {
  userId: string
  reportId: string
  /** Whose report it is, for what is printed: the page behind the dialog is not. */
  person: EndUser | undefined
  onClose: () => void
}

/** Shows one report, with a search. Mount it when it opens, because each view is logged. */
export function ReportDialog({ userId, reportId, person, onClose }: ReportDialogProps) {
  const report = useQuery(reportQuery(userId, reportId))
  const labels = useQuery(labelsQuery)
  const document = report.data
  return (
    <InfoDialog
      onClose={onClose}
      title={
        <>
          <span>Report {shorten(reportId)}</span>
          {person && <span className="print-only"> of {describe(person)}</span>}
        </>
      }
      size="wide"
      buttons={
        document && (
          <>
            <Button startIcon={PrinterIcon} onClick={() => window.print()}>
              Print
            </Button>
            <Button startIcon={CopyIcon} onClick={() => void copyText(document, 'report')}>
              Copy
            </Button>
            <Button startIcon={DownloadIcon} onClick={() => void downloadReport(userId, reportId)}>
              Download report
            </Button>
          </>
        )
      }
    >
      <Fetched query={report} failure="Failed to fetch the report">
        {(text) =>
          !labels.isPending && <ReportView reportId={reportId} text={text} labels={labels.data?.data ?? noLabels} />
        }
      </Fetched>
    </InfoDialog>
  )
}

const describe = (person: EndUser) =>
  [
    isolate(fullNameOf(person)),
    person.memberId,
    person.dateOfBirth && `born ${formatDate(person.dateOfBirth) ?? person.dateOfBirth}`,
  ]
    .filter(Boolean)
    .join(', ')

type View = 'report' | 'json'

/** A longer document opens as JSON, whose parts open one by one. */
const longDocument = 5_000_000

function ReportView({ reportId, text, labels }: { reportId: string; text: string; labels: ReportLabels }) {
  const [document] = useState(() => parseDocument(text))
  const [view, setView] = useState<View>(text.length > longDocument ? 'json' : 'report')
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed.trim())
  const models = useQuery(modelsQuery).data?.data
  const madeBy = models ? modelNames(document, models) : ''
  return (
    <>
      <p className={`stamp ${styles.facts}`}>
        <span>
          Report ID <b>{isolate(reportId)}</b>
        </span>{' '}
        <span>
          Generated{' '}
          <b>
            <Timestamp time={fromEpochSeconds(generatedAtOf(document))} />
          </b>{' '}
          UTC
        </span>
        {madeBy !== '' && (
          <>
            {' '}
            <span>
              Made by <b>{isolate(madeBy)}</b>
            </span>
          </>
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
      {view === 'report' ? (
        <AsPage document={document} labels={labels} sought={sought} />
      ) : (
        <AsJson document={document} sought={sought} />
      )}
    </>
  )
}

/** The database refuses a report without it. */
function generatedAtOf({ generatedAt }: Document): number {
  return generatedAt instanceof WrittenNumber ? generatedAt.value : Number(generatedAt)
}

function AsPage({ document, labels, sought }: { document: Document; labels: ReportLabels; sought: string }) {
  const page = useMemo(() => layOutReport(document, labels), [document, labels])
  const sections = searchSections(page, sought)
  const found = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <Found sought={sought} count={found}>
      <ReportPage
        key={sought}
        readouts={sought === '' ? readoutsOf(document, labels) : []}
        sections={sections}
        text={sought}
      />
    </Found>
  )
}

function AsJson({ document, sought }: { document: Document; sought: string }) {
  return (
    <Found sought={sought} count={sought === '' ? 0 : countMatches(document, sought)}>
      <JsonTree key={sought} branch={document} text={sought} />
    </Found>
  )
}

/** How much was found, and where. */
function Found({ sought, count, children }: { sought: string; count: number; children: ReactNode }) {
  return (
    <div className={styles.document}>
      <p className="stamp" role="status">
        {sought !== '' && (count === 0 ? 'Nothing found.' : `${formatCount(count)} found`)}
      </p>
      {children}
    </div>
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

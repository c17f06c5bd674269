import { useQuery } from '@tanstack/react-query'
import { CopyIcon, DownloadIcon, SearchIcon, XIcon } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InputBox } from '../../ui/input-box.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { type Branch, countMatches, parseDocument, WrittenNumber } from './document/json.ts'
import { JsonTree } from './document/json-tree.tsx'
import { downloadReport } from './download-report.ts'
import { reportQuery } from './queries.ts'
import styles from './report-dialog.module.css'

type ReportDialogProps = { userId: string; reportId: string; onClose: () => void }

/** Shows one report, with a search. Mount it when it opens, because each view is logged. */
export function ReportDialog({ userId, reportId, onClose }: ReportDialogProps) {
  const report = useQuery(reportQuery(userId, reportId))
  const document = report.data
  return (
    <InfoDialog
      onClose={onClose}
      title={`Report ${reportId.slice(0, 8)}`}
      size="wide"
      buttons={
        document && (
          <>
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
        {(text) => <ReportView reportId={reportId} text={text} />}
      </Fetched>
    </InfoDialog>
  )
}

function ReportView({ reportId, text }: { reportId: string; text: string }) {
  const [document] = useState(() => parseDocument(text))
  return (
    <>
      <p className="stamp">
        Report ID <b>{isolate(reportId)}</b> · generated{' '}
        <b>
          <Timestamp time={fromEpochSeconds(generatedAtOf(document))} />
        </b>{' '}
        UTC
      </p>
      <SearchedTree document={document} />
    </>
  )
}

/** The database refuses a report without it. */
function generatedAtOf({ generatedAt }: ReturnType<typeof parseDocument>): number {
  return generatedAt instanceof WrittenNumber ? generatedAt.value : Number(generatedAt)
}

function SearchedTree({ document }: { document: Branch }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const found = text === '' ? null : countMatches(document, text)
  const clear = () => {
    setTyped('')
    input.current?.focus()
  }
  return (
    <>
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
            onChange={({ target }) => setTyped(target.value)}
          />
          {typed !== '' && <IconButton icon={XIcon} label="Clear search" size="small" onClick={clear} />}
        </InputBox>
        <span className="stamp" role="status">
          {found !== null && (found === 0 ? 'Nothing found.' : `${formatCount(found)} found`)}
        </span>
      </div>
      <div className={styles.tree}>
        <JsonTree key={text} branch={document} text={text} />
      </div>
    </>
  )
}

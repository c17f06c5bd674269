import type { AccessFinding } from '@health-console/contract/audit/unusual-access.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { ScrollTextIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePagedList } from '../../api/use-paged-list.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Segments } from '../../ui/buttons/segments.tsx'
import { Breadcrumb } from '../../ui/page/breadcrumb.tsx'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { noFilters } from '../audit/audit-state.ts'
import type { FindingsState } from './page-state.ts'
import { widthsPx } from '../audit/columns.tsx'
import { findingColumns } from './columns.tsx'
import { failedToFetchFindings, findingsQuery } from './queries.ts'
import styles from './unusual-access-page.module.css'

const FindingDetails = fetchedLater(async () => (await import('./finding-details.tsx')).FindingDetails, 'section')

const states = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
] as const

type UnusualAccessPageProps = {
  state: FindingsState
  onState: (state: FindingsState, options?: { replace: boolean }) => void
}

/** Asks the super admins about unusual access to users' data. */
export function UnusualAccessPage({ state, onState }: UnusualAccessPageProps) {
  useDocumentTitle('To review')
  useFetchAhead(FindingDetails)
  const router = useRouter()
  const shown = state.state ?? 'open'
  const [openId, setOpenId] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(section, widthsPx.narrow)
  const columnsOf = (hasOthers: boolean) => {
    const onToggle = ({ id }: AccessFinding) => setOpenId(id === openId ? null : id)
    const { narrow, wide } = findingColumns({ openId, onToggle, hasOthers })
    return isNarrow ? narrow : wide
  }
  const { data, table } = usePagedList({
    options: findingsQuery(state),
    metaOf: (response) => response.meta,
    failure: failedToFetchFindings,
    noun: ['finding', 'findings'],
    columns: columnsOf(true),
    state,
    filter: shown,
    onState: ({ page }, options) => onState({ ...state, page }, options),
    hrefOf: (page) => router.buildLocation({ to: '/audit/review', search: { ...state, page } }).href,
  })
  const checks = data?.checks
  const isOff = checks?.isOn === false
  return (
    <>
      <PageHeader
        icon={ScrollTextIcon}
        title="To review"
        count={isOff || checks?.open === 0 ? undefined : (checks?.open ?? null)}
        breadcrumb={
          <Breadcrumb
            parent={
              <Link className="link" to="/audit" search={noFilters} preload={false} activeOptions={{ exact: true }}>
                Audit log
              </Link>
            }
            current="To review"
          />
        }
        below={
          <p className={`stamp ${styles.line}`}>
            <span>Unusual access to users’ data. </span>
            {checks?.checkedAt && (
              <span>
                Last checked on <b>{formatDateTime(checks.checkedAt)}</b> UTC
              </span>
            )}
          </p>
        }
        tools={
          !isOff && (
            <Segments
              legend="Show"
              hidesLegend
              options={states}
              value={shown}
              onChange={(chosen) => {
                onState({ state: chosen === 'answered' ? chosen : undefined })
                setOpenId(null)
              }}
            />
          )
        }
      />
      {isOff ? (
        // Each has its own element, because the one that loads is at another height.
        <div key="off" className={styles.off}>
          <p>
            <b>Access isn’t checked.</b> Your system administrator can turn this on with <code>UNUSUAL_ACCESS</code>.
            Consult your staff representatives first.
          </p>
          <Rules />
        </div>
      ) : (
        <div key="findings" className={styles.findings}>
          <DataTable<AccessFinding>
            ref={section}
            label="Findings"
            columns={columnsOf(checks?.hasOthers ?? true)}
            rows={data?.data ?? []}
            detailsOf={(finding) => finding.id === openId && <FindingDetails finding={finding} />}
            empty={emptyOf(shown, checks?.checkedAt ?? null)}
            {...table}
          />
          <Disclosure
            className={styles.rules}
            label={
              <>
                <b>What is checked</b>{' '}
                <span className="muted">4 rules, every night, for the day before. Hours are in UTC.</span>
              </>
            }
          >
            <Rules />
          </Disclosure>
        </div>
      )}
    </>
  )
}

function emptyOf(state: 'open' | 'answered', checkedAt: string | null) {
  if (state === 'answered') return { title: 'No items.', subtitle: 'No finding has been answered yet.' }
  if (checkedAt === null) return { title: 'Not checked yet', subtitle: 'The first check runs within a day.' }
  return { title: 'Nothing to review', subtitle: 'No finding is waiting for an answer.' }
}

function Rules() {
  return (
    <ul className={styles.list}>
      <li>
        <b>Same last name or email address:</b> an admin viewed a user whose last name ends their own name, or whose
        email address is theirs or a colleague’s. Last names of more than 0.5&nbsp;% of users don’t count.
      </li>
      <li>
        <b>Many users:</b> more than 20, and more than three times as many as on the admin’s own median day in the eight
        weeks before.
      </li>
      <li>
        <b>One user, many days:</b> the same user on five days within 30, while no one else did. Admins who did this
        with more than five users in eight weeks look after them, so that doesn’t count.
      </li>
      <li>
        <b>Unusual hours:</b> three or more users in an hour that, with the hours beside it, has fewer than 1&nbsp;% of
        the admin’s views in the eight weeks before.
      </li>
      <li>
        Only opened users, reports, downloads and exports count, not lists and searches. Nothing is scored, and nothing
        is blocked.
      </li>
    </ul>
  )
}

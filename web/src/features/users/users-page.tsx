import type { Admin } from '@health-console/contract/staff/admins.ts'
import { userSortKeys } from '@health-console/contract/users/users.ts'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { UsersRoundIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePagedList } from '../../api/use-paged-list.tsx'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { rememberUsersList } from '../../shell/last-users-list.ts'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { SearchAndOrder } from '../../table/search-and-order.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { AdministratorCommand } from '../../ui/page/administrator-command.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { columns, narrowBelowPx } from './columns.tsx'
import { failedToFetch, usersQuery } from './queries.ts'

// Shown only by a new console.
const FirstSteps = fetchedLater(async () => (await import('../first-steps/first-steps.tsx')).FirstSteps, 'section')

const route = getRouteApi('/_authenticated/')

const noUsers = {
  ...nothingFound,
  hint: 'Users appear here once your health-data product sends them. If you expect users already, ask your system administrator.',
  action: <AdministratorCommand command="import-users FILE" />,
}

export function UsersPage({ me }: { me: Admin }) {
  useDocumentTitle('Users')
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const section = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(section, narrowBelowPx)
  const { data, count, search, table } = usePagedList({
    options: usersQuery(state),
    metaOf: (response) => response.meta,
    failure: failedToFetch,
    noun: ['user', 'users'],
    columns,
    state,
    sortKeys: userSortKeys,
    onState: (changed, options) => navigate({ search: (now) => ({ ...now, ...changed }), ...options }),
    hrefOf: (page) => router.buildLocation({ to: '/', search: { ...state, page } }).href,
  })
  useEffect(() => rememberUsersList(state), [state])

  return (
    <>
      <PageHeader
        icon={UsersRoundIcon}
        title="Users"
        count={count}
        tools={
          <SearchAndOrder isNarrow={isNarrow} columns={columns} sort={table.sort} onSort={table.onSort}>
            <SearchField label="Search by Name or ID" {...search} />
          </SearchAndOrder>
        }
      />
      {me.role === 'super_admin' && !state.search && count === 0 && <FirstSteps me={me} />}
      <DataTable
        label="Users"
        ref={section}
        density="dense"
        isNarrow={isNarrow}
        columns={columns}
        rows={data?.data ?? []}
        empty={noUsers}
        {...table}
      />
    </>
  )
}

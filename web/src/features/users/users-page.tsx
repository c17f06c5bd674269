import { userSortKeys } from '@health-console/contract/users.ts'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { UsersRoundIcon } from 'lucide-react'
import { useEffect } from 'react'
import { usePagedQuery } from '../../api/use-paged-query.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fromSort, toSort } from '../../shell/list-state.ts'
import { rememberUsersList } from '../../shell/last-users-list.ts'
import { Pagination } from '../../table/pagination.tsx'
import { useListStatus } from '../../table/use-list-status.ts'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { columns } from './columns.tsx'
import { usersQuery } from './queries.ts'

const route = getRouteApi('/_authenticated/')

export function UsersPage() {
  useDocumentTitle('Users')
  const state = route.useSearch()
  const { page = 1, search = '' } = state
  const sort = toSort(state, userSortKeys)
  const navigate = route.useNavigate()
  const router = useRouter()
  const { data, meta, loading, isOtherList, isFetchingOther, failed } = usePagedQuery({
    options: usersQuery(state),
    metaOf: (answer) => answer.meta,
    list: search,
    onPastEnd: (lastPage) => navigate({ search: (now) => ({ ...now, page: lastPage }), replace: true }),
  })

  useEffect(() => rememberUsersList(state), [state])
  const status = useListStatus({ noun: ['user', 'users'], search, sort, columns }, isFetchingOther ? undefined : meta)

  return (
    <>
      <PageHeader
        icon={UsersRoundIcon}
        title="Users"
        count={isOtherList ? undefined : meta?.totalAmount}
        tools={
          <SearchField
            label="Search by Name or ID"
            value={search}
            busy={isFetchingOther}
            onSearch={(text) => navigate({ search: (now) => ({ ...now, search: text, page: undefined }) })}
          />
        }
      />
      <DataTable
        label="Users"
        columns={columns}
        rows={data?.data ?? []}
        sort={sort}
        onSort={(next) => navigate({ search: (now) => ({ ...now, ...fromSort(next), page: undefined }) })}
        loading={loading}
        failed={failed && { title: 'Failed to fetch users', ...failed }}
        empty={nothingFound}
        status={status}
        scrollKey={`${page} ${search} ${sort?.key} ${sort?.order}`}
        footer={
          <Pagination
            page={page}
            meta={meta}
            isOld={isOtherList}
            onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
            hrefOf={(next) => router.buildLocation({ to: '/', search: { ...state, page: next } }).href}
          />
        }
      />
    </>
  )
}

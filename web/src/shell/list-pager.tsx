import type { PageMeta } from '@health-console/contract/paging.ts'
import { Pagination } from '../table/pagination.tsx'

type ListPagerProps = {
  page: number
  meta: PageMeta | undefined
  onPage: (page: number) => void
  hrefOf: (page: number) => string
}

/** The pager of a list that has more than one page. */
export function ListPager({ page, meta, onPage, hrefOf }: ListPagerProps) {
  if (!meta || meta.totalPages <= 1) return null
  return (
    <Pagination
      currentPage={page}
      totalPages={meta.totalPages}
      totalItems={meta.totalAmount}
      pageSize={meta.pageSize}
      onPage={onPage}
      hrefOf={hrefOf}
    />
  )
}

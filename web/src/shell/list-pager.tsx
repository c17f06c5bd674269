import type { PageMeta } from '@health-console/contract/paging.ts'
import { Pagination } from '../table/pagination.tsx'

type ListPagerProps = {
  page: number
  meta: PageMeta | undefined
  onPage: (page: number) => void
  hrefOf: (page: number) => string
  /** The pages belong to another list, which is about to be replaced. */
  isOld?: boolean
}

/** The pager of a list. Shown only if there is more than one page. */
export function ListPager({ page, meta, onPage, hrefOf, isOld = false }: ListPagerProps) {
  if (!meta || meta.totalPages <= 1) return null
  return (
    <Pagination
      currentPage={page}
      totalPages={meta.totalPages}
      totalItems={meta.totalAmount}
      pageSize={meta.pageSize}
      onPage={onPage}
      hrefOf={hrefOf}
      isOld={isOld}
    />
  )
}

type PageCell = number | 'gap'

/**
 * The cells of a pager: every page if there are at most six; otherwise the first, the last and two on either side of
 * the current one, with gaps where pages are left out.
 */
export function pageNumbers(currentPage: number, totalPages: number): PageCell[] {
  if (totalPages <= 6) return range(1, totalPages)
  const current = Math.min(Math.max(currentPage, 1), totalPages)
  const from = Math.max(current - 2, 1)
  const to = Math.min(current + 2, totalPages)
  return [
    ...(from > 1 ? [1] : []),
    ...(from > 2 ? ['gap' as const] : []),
    ...range(from, to),
    ...(to < totalPages - 1 ? ['gap' as const] : []),
    ...(to < totalPages ? [totalPages] : []),
  ]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)
}

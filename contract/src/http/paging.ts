import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { QueryInteger } from '../values/text.ts'

/** Page numbers start at 1; the limit ensures that every offset is an exact integer. */
export const PageNumber = QueryInteger(1, 1_000_000_000)

export const PageMeta = describe(
  z.object({
    amount: describe(z.int(), 'How many rows this page has.'),
    nextPageElems: describe(z.int(), 'How many rows the next page has.'),
    page: describe(z.int(), 'The number of this page, starting at 1.'),
    pageSize: describe(z.int(), "How many rows a full page has: the server's setting `PAGE_SIZE`."),
    prevPageElems: describe(z.int(), 'How many rows the page before has.'),
    totalAmount: describe(z.int(), 'How many rows the whole list has.'),
    totalPages: describe(z.int(), 'How many pages the whole list has. An empty list has one.'),
  }),
  "`pageSize` is the server's setting `PAGE_SIZE`.",
)
export type PageMeta = z.infer<typeof PageMeta>

/** Describes one page of a list of `totalAmount` rows. An empty list has one (empty) page. */
export function pageMeta(page: number, pageSize: number, totalAmount: number): PageMeta {
  const rowsOn = (n: number) => (n < 1 ? 0 : Math.max(0, Math.min(pageSize, totalAmount - (n - 1) * pageSize)))
  return {
    amount: rowsOn(page),
    nextPageElems: rowsOn(page + 1),
    page,
    pageSize,
    prevPageElems: rowsOn(page - 1),
    totalAmount,
    totalPages: Math.max(1, Math.ceil(totalAmount / pageSize)),
  }
}

import * as z from 'zod/mini'
import { QueryInteger } from '../values/text.ts'

/** Page numbers start at 1; the limit ensures that every offset is an exact integer. */
export const PageNumber = QueryInteger(1, 1_000_000_000)

/** `pageSize` is the server's setting `PAGE_SIZE`. */
export const PageMeta = z.object({
  amount: z.int(),
  nextPageElems: z.int(),
  page: z.int(),
  pageSize: z.int(),
  prevPageElems: z.int(),
  totalAmount: z.int(),
  totalPages: z.int(),
})
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

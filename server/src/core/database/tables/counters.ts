import { createTable } from './create-table.ts'

/** Uses of limited actions: attempts to sign in, emails, rows shown, erasures. */
export type CountedUsesTable = {
  /** A keyed hash of the name of the counter. */
  bucket: string
  id: string
  atMs: number
  amount: number
  /** Until this time, the use is an attempt that is still being checked. */
  pendingUntilMs: number
  /** From this time on, the use no longer counts. */
  endsAtMs: number
}

export const counterTables: string[] = [
  createTable<CountedUsesTable>(
    'counted_uses',
    {
      bucket: 'text not null',
      id: 'text not null',
      atMs: 'bigint not null',
      amount: 'integer not null',
      pendingUntilMs: 'bigint not null',
      endsAtMs: 'bigint not null',
    },
    'constraint counted_uses_key primary key (bucket, id)',
  ),
]

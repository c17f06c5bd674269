import { createTable } from './create-table.ts'

/** An hour in which an admin viewed a user. It only contains IDs, and is kept for 64 days. */
export type OpeningsTable = {
  /** Days since 1970, UTC. */
  day: number
  /** UTC. */
  hour: number
  adminId: string
  userId: string
}

/** Unusual access that a super admin is asked about. */
export type AccessFindingsTable = {
  id: string
  rule: 'close' | 'many' | 'alone' | 'hour'
  adminId: string
  /** Null for a rule about a day. */
  userId: string | null
  /** The days of the entries behind it, both included. */
  firstDay: number
  day: number
  /** JSON: the numbers of the rule. */
  numbers: string
  entries: number
  state: 'open' | 'explained' | 'follow_up'
  createdAtMs: number
  answeredAtMs: number | null
  answeredBy: string | null
}

/** One row while `UNUSUAL_ACCESS` is on. */
export type AccessChecksTable = {
  id: number
  /** The last day whose views were read. */
  readDay: number
  /** The last day that the rules were applied to. */
  checkedDay: number
  checkedAtMs: number | null
  mailedAtMs: number
  /** The process that checks, and the end of its lease. */
  runner: string | null
  runnerUntilMs: number
}

// There are no foreign keys: a user may consist of reports only, and findings outlive the admin's account.
export const unusualAccessTables: string[] = [
  createTable<OpeningsTable>(
    'openings',
    {
      day: 'integer not null',
      hour: 'integer not null',
      adminId: 'text not null',
      userId: 'text not null',
    },
    'constraint openings_key primary key (day, admin_id, user_id, hour)',
  ),
  'create index openings_user on openings (user_id)',
  createTable<AccessFindingsTable>('access_findings', {
    id: 'text primary key',
    rule: 'text not null',
    adminId: 'text not null',
    userId: 'text',
    firstDay: 'integer not null',
    day: 'integer not null',
    numbers: 'text not null',
    entries: 'integer not null',
    state: 'text not null',
    createdAtMs: 'bigint not null',
    answeredAtMs: 'bigint',
    answeredBy: 'text',
  }),
  `create unique index access_findings_open on access_findings (rule, admin_id, coalesce(user_id, cast(day as text)))
     where state = 'open'`,
  createTable<AccessChecksTable>('access_checks', {
    id: 'integer primary key',
    readDay: 'integer not null',
    checkedDay: 'integer not null',
    checkedAtMs: 'bigint',
    mailedAtMs: 'bigint not null',
    runner: 'text',
    runnerUntilMs: 'bigint not null',
  }),
]

import { createTable } from './create-table.ts'

export const maintenanceTasks = ['backup', 'drill', 'verify_audit', 'verify_files'] as const
export type MaintenanceTask = (typeof maintenanceTasks)[number]

/** A row for each task. */
export type MaintenanceRunsTable = {
  task: MaintenanceTask
  /** When it could first have run. */
  sinceMs: number
  succeededAtMs: number | null
  failedAtMs: number | null
}

export const maintenanceTables = (nowMs: number): string[] => [
  createTable<MaintenanceRunsTable>('maintenance_runs', {
    task: 'text primary key',
    sinceMs: 'bigint not null',
    succeededAtMs: 'bigint',
    failedAtMs: 'bigint',
  }),
  ...maintenanceTasks.map((task) => `insert into maintenance_runs (task, since_ms) values ('${task}', ${nowMs})`),
]

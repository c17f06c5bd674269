import { createTable } from './create-table.ts'

export const maintenanceTasks = ['backup', 'drill', 'verify_audit', 'verify_files'] as const
export type MaintenanceTask = (typeof maintenanceTasks)[number]

/** A row for each task and replica that ran it, and one initial row for each task. */
export type MaintenanceRunsTable = {
  task: MaintenanceTask
  /** See `replicaId`; empty in the initial row. */
  replica: string
  /** When it could first have run. */
  sinceMs: number
  succeededAtMs: number | null
  failedAtMs: number | null
}

export const maintenanceTables = (nowMs: number): string[] => [
  createTable<MaintenanceRunsTable>(
    'maintenance_runs',
    {
      task: 'text not null',
      replica: 'text not null',
      sinceMs: 'bigint not null',
      succeededAtMs: 'bigint',
      failedAtMs: 'bigint',
    },
    'constraint maintenance_runs_key primary key (task, replica)',
  ),
  ...maintenanceTasks.map(
    (task) => `insert into maintenance_runs (task, replica, since_ms) values ('${task}', '', ${nowMs})`,
  ),
]

import { createTable } from './create-table.ts'

/** One row, written to find out whether the disk has free space. */
export type RoomTrialTable = {
  id: number
  content: string
}

export const freeSpaceTables: string[] = [
  createTable<RoomTrialTable>('room_trial', { id: 'integer primary key', content: 'text not null' }),
]

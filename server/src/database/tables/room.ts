/** One row, written to find out whether the disk has room. */
export type RoomTrialTable = {
  id: number
  content: string
}

/** One row that is written to find out whether there is room. */
export type RoomTrialTable = {
  id: number
  content: string
}

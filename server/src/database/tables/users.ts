/** Written by the product. Unknown fields are empty. */
export type EndUsersTable = {
  id: string
  memberId: string
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  email: string
}

/** Written by the product. */
export type ReportsTable = {
  id: string
  userId: string
  /** Epoch seconds, as in the document. */
  generatedAt: number
  /** The whole report as a JSON object; the database refuses one with another `reportId` or `generatedAt`. */
  document: string
}

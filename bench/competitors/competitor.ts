/** What is compared: our console or one of its competitors. */
export type Product = {
  name: string
  /** Leaves its packages and what it builds in the folder, for the next run. */
  install(folder: string): Promise<void>
  /** Starts it on an empty database, with the people of the file and an admin signed in. */
  start(where: { folder: string; databaseUrl: string; people: string }): Promise<RunningProduct>
}

type RunningProduct = {
  url: string
  /** Its session or token. */
  headers: Record<string, string>
  listPath(page: number): string
  searchPath(term: string): string
  read(answer: unknown): { rows: number; total: number }
  /** Where its users list and its sign-in form are in the browser. */
  listPage: string
  signInPage: string
  stop(): Promise<void>
}

export type Competitor = RunningProduct & { name: string }

export const pageSize = 20

/** Who signs in everywhere. Directus refuses e-mails whose domain cannot exist. */
export const admin = { email: 'ada@example.com', password: 'Journey-of-1000-Miles' }

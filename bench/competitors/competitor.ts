/** One contestant: our console or one of its competitors. */
export type Product = {
  name: string
  /** Installs its packages and builds it. Both stay in the folder for the next run. */
  install(folder: string): Promise<void>
  /** Starts it on an empty database, with the users of the file and a signed-in admin. */
  start(where: { folder: string; databaseUrl: string; people: string }): Promise<RunningProduct>
}

type RunningProduct = {
  url: string
  /** The admin's session cookie or token. */
  headers: Record<string, string>
  listPath(page: number): string
  searchPath(term: string): string
  read(answer: unknown): { rows: number; total: number }
  /** The paths of its users list and its sign-in form in the browser. */
  listPage: string
  signInPage: string
  stop(): Promise<void>
}

export type Competitor = RunningProduct & { name: string }

export const pageSize = 20

/** The admin who signs in everywhere. Directus rejects email addresses whose domain cannot exist. */
export const admin = { email: 'ada@example.com', password: 'Journey-of-1000-Miles' }

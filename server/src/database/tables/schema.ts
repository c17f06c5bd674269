/** The migrations that have run, for versions of the console that do not know them. */
export type SchemaChangesTable = {
  name: string
  /** 1: the version before can go on with the tables as they are now. */
  isAdditive: number
  /** Of the console that made the change. */
  version: string
}

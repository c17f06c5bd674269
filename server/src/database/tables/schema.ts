/** The migrations that have run, for versions of the console that do not know them. */
export type SchemaChangesTable = {
  name: string
  /** 1: the previous version can work with the changed tables. */
  isAdditive: number
  /** The version of the console that made the change. */
  version: string
}

import type { ReadOnlySqlite } from './sqlite-reader.ts'

/** Runs in the reader thread. @param file must be empty or missing */
export function read(sqlite: ReadOnlySqlite, file: string): void {
  sqlite.prepare('VACUUM INTO ?').run(file)
}

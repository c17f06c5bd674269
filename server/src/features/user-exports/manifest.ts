/** A file of the export. */
export type ManifestFile = {
  path: string
  sizeBytes: number
  sha256: string
  /** The times of a report. */
  reportId?: string
}

/** The contents of `manifest.json`, which the console signs. */
export type Manifest = {
  format: 1
  /** The console that wrote it. */
  console: string
  /** ISO 8601, UTC. */
  madeAt: string
  userId: string
  reports: number
  accesses: number
  /** The end of the audit log when the export began. */
  auditLog: { entries: number; hash: string }
  files: ManifestFile[]
}

import type { FileType } from '@health-console/contract/files.ts'

/** At most one of each type. */
export type ModelFilesTable = {
  id: string
  type: FileType
  name: string
  /** 0 until the first upload is published. */
  currentVersion: number
  createdAtMs: number
  /** When the current version was published. */
  updatedAtMs: number
}

/** Never changed, except to add a hash that was not computed during the upload. */
export type FileVersionsTable = {
  fileId: string
  number: number
  filename: string
  sizeBytes: number
  sha256: string | null
  /** Shared by several versions when an earlier one was restored. */
  objectKey: string
  /** Null for files of the demo. */
  adminId: string | null
  restoredFrom: number | null
  createdAtMs: number
}

/** Uploads that are not published. Only the call that ends the row may publish the object or remove it. */
export type FileUploadsTable = {
  id: string
  fileId: string
  adminId: string
  /** The session that is kept alive while bytes arrive. */
  sessionHash: string
  /**
   * `arrived`: the object is complete. `given_up` and `abandoned` have ended, and something may still have to be removed:
   * at once for a cancelled upload, later for the complete object of an abandoned one.
   */
  state: 'open' | 'arrived' | 'given_up' | 'abandoned'
  /** The display name that a first upload sets. */
  name: string | null
  filename: string | null
  /** Null if the client did not announce it; such an upload has no parts. */
  sizeBytes: number | null
  partSizeBytes: number
  headSha256: string | null
  /** The store's id of a multipart upload, once it has been opened. */
  storeUploadId: string | null
  arrivedBytes: number | null
  sha256: string | null
  createdAtMs: number
  updatedAtMs: number
}

export type FileUploadPartsTable = {
  uploadId: string
  partNumber: number
  /** As announced by the sender, or as received. */
  sha256: string | null
  /** Null until the part has arrived; parts sent directly to a store are listed by the store. */
  etag: string | null
}

/** Objects that are still to be hashed, one at a time, by the server that takes the lease. */
export type FileDigestsTable = {
  objectKey: string
  leaseEndsAtMs: number
}

/** One row, created when it is first needed. */
export type FileStoreStateTable = {
  id: number
  /** The owner mark that the store must have before anything is removed from it. */
  ownerId: string
  /** Why the last sweep removed nothing; null when it did its work. */
  sweepProblem: SweepProblem | null
}

/** Another console's mark; no mark and not clearly ours; too many unknown objects. */
export type SweepProblem = 'foreign' | 'unclaimed' | 'too_much_unknown'

/** Objects in the store that belong to no version and no upload. They are removed after a time. */
export type UnknownObjectsTable = {
  key: string
  /** Of a multipart upload; empty for an object. */
  storeUploadId: string
  firstSeenAtMs: number
  /** When the operator adopted the store with it: from then on it is expected, and its time restarts. */
  adoptedAtMs: number | null
}

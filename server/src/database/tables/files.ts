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

/** Never changed, but for the hash of those that were not hashed on their way in. */
export type FileVersionsTable = {
  fileId: string
  number: number
  filename: string
  sizeBytes: number
  sha256: string | null
  /** Several versions have the same when an earlier one was brought back. */
  objectKey: string
  /** Null where nobody did it, as in the demo. */
  adminId: string | null
  restoredFrom: number | null
  createdAtMs: number
}

/** What has not been published. The row decides: who ends it may publish the object, or remove it. */
export type FileUploadsTable = {
  id: string
  fileId: string
  adminId: string
  /** The session that is kept alive while bytes arrive. */
  sessionHash: string
  /**
   * `arrived`: the object is whole and in its place. The others have ended and only stand for what is still to be
   * removed: at once what somebody gave up, later the whole object of an upload that was merely left.
   */
  state: 'open' | 'arrived' | 'given_up' | 'abandoned'
  /** The shown name that comes with a first upload. */
  name: string | null
  filename: string | null
  /** Null where the client did not tell it; such an upload has no parts. */
  sizeBytes: number | null
  partSizeBytes: number
  headSha256: string | null
  /** The store's own name for an upload in parts, once it has been opened. */
  storeUploadId: string | null
  arrivedBytes: number | null
  sha256: string | null
  createdAtMs: number
  updatedAtMs: number
}

export type FileUploadPartsTable = {
  uploadId: string
  partNumber: number
  /** As its sender announced it, or as it arrived. */
  sha256: string | null
  /** Null until it has arrived; parts that go straight to a store are listed by the store. */
  etag: string | null
}

/** Objects that are still to be hashed, one by one, by whichever server takes the lease. */
export type FileDigestsTable = {
  objectKey: string
  leaseEndsAtMs: number
}

/** One row, made when it is first needed. */
export type FileStoreStateTable = {
  id: number
  /** What the mark in the store must say before anything is removed from it. */
  ownerId: string
  /** Why the last sweep removed nothing; null when it did its work. */
  sweepProblem: SweepProblem | null
}

/** Another console's mark; no mark, and not clearly ours; too much in it that no row explains. */
export type SweepProblem = 'foreign' | 'unclaimed' | 'too_much_unknown'

/** What lies in the store and belongs to no version and no upload. It is removed when it has been known for long. */
export type UnknownObjectsTable = {
  key: string
  /** Of an upload in parts; empty for an object. */
  storeUploadId: string
  firstSeenAtMs: number
  /** When the operator adopted the store with it: from then on it is expected, and its time begins anew. */
  adoptedAtMs: number | null
}

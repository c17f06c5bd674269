import type { FileType } from '@health-console/contract/files/files.ts'
import type { Generated } from 'kysely'
import { createTable, ofAdmin } from './create-table.ts'

/** At most one row of each type. */
export type ModelFilesTable = {
  id: string
  type: FileType
  name: string
  /** 0 until the first upload is published. */
  currentVersion: number
  createdAtMs: number
  /** When the current version was published. */
  updatedAtMs: number
  /**
   * The version that is offered to a part of the devices, while it is published and newer than the current one. An
   * offer that has ended stays here.
   */
  offeredVersion: Generated<number | null>
  offeredPercent: Generated<number | null>
}

/**
 * `awaiting_approval`: not served. `published`: current now or before. `rejected`, and `replaced` by another version
 * before it was approved: never current. `withdrawn`: published before, and must no longer be used.
 */
export type VersionState = 'awaiting_approval' | 'published' | 'rejected' | 'replaced' | 'withdrawn'

/** Only its state changes, and a hash is added that was not computed during the upload. */
export type FileVersionsTable = {
  fileId: string
  number: number
  filename: string
  sizeBytes: number
  sha256: string | null
  /** Shared by several versions if an earlier one was restored. */
  objectKey: string
  /** Null for files of the demo. */
  adminId: string | null
  restoredFrom: number | null
  createdAtMs: number
  state: Generated<VersionState>
  /** The version that a version awaiting approval was to replace; null if it was published at once. */
  replaces: number | null
  /** The facts about its content that were found at the upload, and the number of changed lines, as JSON. */
  facts: string
}

export type ApprovalDoubt = 'invited' | 'browser'

/** Who decided what about a version, and why. Rows are never changed. */
export type FileDecisionsTable = {
  fileId: string
  number: number
  /** `restore`: this version was created from an earlier one. */
  decision: 'approve' | 'reject' | 'restore' | 'withdraw'
  /** Null: a system administrator, with a command. */
  adminId: string | null
  /** Null only for an approval by a second admin. */
  reason: string | null
  /**
   * Why the approver may be the uploader: one of them has invited the other, less than 30 days before, or both have
   * used the same browser. Null for all other decisions.
   */
  doubt: ApprovalDoubt | null
  decidedAtMs: number
}

/** Prompts and chat templates that an admin has opened, by the hash of the text. */
export type OpenedTextsTable = {
  adminId: string
  sha256: string
  openedAtMs: number
}

/** Uploads that are not published. Only the request that ends the row may publish the object or remove it. */
export type FileUploadsTable = {
  id: string
  fileId: string
  adminId: string
  /** The session that is kept alive while bytes arrive. */
  sessionHash: string
  /**
   * `arrived`: the object is complete. `given_up` and `abandoned` have ended, and something may still have to be
   * removed: immediately for a cancelled upload, later for the complete object of an abandoned one.
   */
  state: 'open' | 'arrived' | 'given_up' | 'abandoned'
  /** The display name that a first upload sets. */
  name: string | null
  filename: string | null
  /** Null if the client did not announce it; such an upload has no parts. */
  sizeBytes: number | null
  partSizeBytes: number
  headSha256: string | null
  /**
   * How it is sent, decided before the first byte: the storage's id of the multipart upload, or `whole:` and the id of
   * the latest attempt to send the whole file.
   */
  multipartUploadId: string | null
  arrivedBytes: number | null
  sha256: string | null
  /** The session that confirmed the identity to begin the upload: it publishes without another confirmation. */
  confirmedSessionId: string
  createdAtMs: number
  updatedAtMs: number
}

export type FileUploadPartsTable = {
  uploadId: string
  partNumber: number
  /** As the sender announced it, or as received. */
  sha256: string | null
  /** Null until the part has arrived; parts sent directly to a bucket are listed by the bucket. */
  etag: string | null
}

/** Objects that are still to be hashed, one at a time, by the server that holds the lease. */
export type FileDigestsTable = {
  objectKey: string
  leaseEndsAtMs: number
}

/** At most one per version: that of the key that signed last. */
export type FileSignaturesTable = {
  fileId: string
  number: number
  keyId: string
  /** The text that is downloaded. */
  bundle: string
  signedAtMs: number
}

/** The keys with which models were signed. */
export type ModelKeysTable = {
  /** The fingerprint of the public key. */
  id: string
  /** In PEM. */
  publicKey: string
  sinceMs: number
  /** Computed with the master key, so that a key inserted into the table is not trusted. */
  proof: string
}

/** One row, created when it is first needed. */
export type BucketStateTable = {
  id: number
  /** The ownership marker that the storage must have before anything is removed from it. */
  ownerId: string
  /** Why the last sweep removed nothing; null if it succeeded. */
  sweepProblem: SweepProblem | null
}

/** Another console's marker; no marker and not clearly ours; too many unknown objects. */
export type SweepProblem = 'foreign' | 'unclaimed' | 'too_much_unknown'

/** One row, created when models are first requested: what is offered to devices. */
export type ModelReleaseTable = {
  id: number
  /** The time of the last change in epoch milliseconds, greater than every earlier one. */
  release: number
  /** SHA-256 of what was offered then. Empty: the last offer is unknown, as after a restore. */
  contentHash: string
}

/** Objects in the storage that belong to no version and no upload. They are removed after a time. */
export type UnknownObjectsTable = {
  key: string
  /** The id of a multipart upload; empty for an object. */
  multipartUploadId: string
  firstSeenAtMs: number
  /**
   * When a system administrator adopted the storage with it: from then on it is no longer unexpected, and its time
   * restarts.
   */
  adoptedAtMs: number | null
}

export const fileTables: string[] = [
  createTable<ModelFilesTable>('model_files', {
    id: 'text primary key',
    type: 'text not null unique',
    name: 'text not null',
    currentVersion: 'integer not null',
    createdAtMs: 'bigint not null',
    updatedAtMs: 'bigint not null',
    offeredVersion: 'integer',
    offeredPercent: 'integer',
  }),
  createTable<FileVersionsTable>(
    'file_versions',
    {
      fileId: 'text not null references model_files (id)',
      number: 'integer not null',
      filename: 'text not null',
      sizeBytes: 'bigint not null',
      sha256: 'text',
      objectKey: 'text not null',
      adminId: 'text',
      restoredFrom: 'integer',
      createdAtMs: 'bigint not null',
      state: "text not null default 'published'",
      replaces: 'integer',
      facts: 'text not null',
    },
    'constraint file_versions_key primary key (file_id, number)',
  ),
  'create index file_versions_object_key on file_versions (object_key)',
  createTable<FileDecisionsTable>(
    'file_decisions',
    {
      fileId: 'text not null',
      number: 'integer not null',
      decision: 'text not null',
      adminId: 'text',
      reason: 'text',
      doubt: 'text',
      decidedAtMs: 'bigint not null',
    },
    'constraint file_decisions_key primary key (file_id, number, decision)',
  ),
  createTable<OpenedTextsTable>(
    'opened_texts',
    { adminId: `text not null ${ofAdmin}`, sha256: 'text not null', openedAtMs: 'bigint not null' },
    'constraint opened_texts_key primary key (admin_id, sha256)',
  ),
  createTable<FileUploadsTable>('file_uploads', {
    id: 'text primary key',
    fileId: 'text not null references model_files (id)',
    adminId: 'text not null',
    sessionHash: 'text not null',
    state: 'text not null',
    name: 'text',
    filename: 'text',
    sizeBytes: 'bigint',
    partSizeBytes: 'bigint not null',
    headSha256: 'text',
    multipartUploadId: 'text',
    arrivedBytes: 'bigint',
    sha256: 'text',
    confirmedSessionId: 'text not null',
    createdAtMs: 'bigint not null',
    updatedAtMs: 'bigint not null',
  }),
  'create index file_uploads_admin_id on file_uploads (admin_id)',
  createTable<FileUploadPartsTable>(
    'file_upload_parts',
    {
      uploadId: 'text not null references file_uploads (id) on delete cascade',
      partNumber: 'integer not null',
      sha256: 'text',
      etag: 'text',
    },
    'constraint file_upload_parts_key primary key (upload_id, part_number)',
  ),
  createTable<FileDigestsTable>('file_digests', {
    objectKey: 'text primary key',
    leaseEndsAtMs: 'bigint not null',
  }),
  createTable<FileSignaturesTable>(
    'file_signatures',
    {
      fileId: 'text not null',
      number: 'integer not null',
      keyId: 'text not null',
      bundle: 'text not null',
      signedAtMs: 'bigint not null',
    },
    'constraint file_signatures_key primary key (file_id, number)',
  ),
  createTable<ModelKeysTable>('model_keys', {
    id: 'text primary key',
    publicKey: 'text not null',
    sinceMs: 'bigint not null',
    proof: 'text not null',
  }),
  createTable<BucketStateTable>('bucket_state', {
    id: 'integer primary key',
    ownerId: 'text not null',
    sweepProblem: 'text',
  }),
  createTable<ModelReleaseTable>('model_release', {
    id: 'integer primary key',
    release: 'bigint not null',
    contentHash: 'text not null',
  }),
  createTable<UnknownObjectsTable>(
    'unknown_objects',
    {
      key: 'text not null',
      multipartUploadId: 'text not null',
      firstSeenAtMs: 'bigint not null',
      adoptedAtMs: 'bigint',
    },
    'constraint unknown_objects_key primary key (key, multipart_upload_id)',
  ),
]

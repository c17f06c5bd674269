import type { Readable } from 'node:stream'

/** The file storage. A finished object is never overwritten. */
export type Storage = LocalStorage | S3Storage

/** A name in the storage: one or more parts of lower-case letters, digits and hyphens, joined by slashes. */
export type ObjectKey = string & { readonly brand: 'ObjectKey' }

/** A multipart upload. The storage finds everything by these four values, which the caller stores. */
export type MultipartUpload = {
  key: ObjectKey
  uploadId: string
  sizeBytes: number
  partSizeBytes: number
}

/** A part that has arrived. `etag` is the storage's identifier of its content. */
export type StoredPart = { partNumber: number; sizeBytes: number; etag: string }

export type ListedObject = { key: ObjectKey; modifiedAtMs: number }
export type ListedUpload = { key: ObjectKey; uploadId: string; startedAtMs: number }

export type ObjectHead = { sizeBytes: number; etag: string; modifiedAtMs: number }

/** `sizeBytes` is null if the sender has not announced it. */
export type ExpectedSize = { sizeBytes: number | null; maxBytes: number }

export type ByteRange = { start: number; end: number }

type CommonStorage = {
  /** Opens a multipart upload. The last part may be shorter, all others have the specified size. */
  beginUpload(object: { key: ObjectKey; sizeBytes: number; partSizeBytes: number }): Promise<MultipartUpload>
  /**
   * Makes the complete object visible in one step. All parts must be passed, in order. After a crash, `head` shows
   * whether the attempt succeeded: no other upload has the same key.
   */
  completeUpload(upload: MultipartUpload, parts: StoredPart[]): Promise<ObjectHead>
  /** Removes an upload and its parts; does nothing if there is none. */
  abortUpload(upload: Pick<MultipartUpload, 'key' | 'uploadId'>): Promise<void>
  /** Uploads in progress or left by a crash, optionally only below a key prefix. */
  listUploads(prefix?: string): AsyncIterable<ListedUpload>
  /**
   * Stores a whole object from one stream, and makes it visible when it has arrived. `onBegun` is called before the
   * first byte is read. Once the upload with the id that it receives has been aborted, the object can no longer become
   * visible.
   */
  putObject(
    key: ObjectKey,
    body: Readable,
    expected: ExpectedSize,
    onBegun?: (uploadId: string) => Promise<void>,
  ): Promise<{ sizeBytes: number; sha256: string }>
  head(key: ObjectKey): Promise<ObjectHead | null>
  /** The bytes from `start` to `end`, both included; everything without a range. */
  openRead(key: ObjectKey, range?: ByteRange): Promise<Readable>
  /** Removes an object; does nothing if there is none. */
  remove(key: ObjectKey): Promise<void>
  listObjects(): AsyncIterable<ListedObject>
  /** The free space minus the reserve; null if the storage does not report it. */
  freeBytes(): Promise<number | null>
  /** False if the storage is known to be full. */
  hasFreeSpace(): Promise<boolean>
  /** @throws if the storage cannot be used now */
  check(): Promise<void>
}

/** Parts and objects pass through this server. */
export type LocalStorage = CommonStorage & {
  kind: 'local'
  /** Writes a part at its offset; it is safely on disk when this function returns. A part may be sent again. */
  writePart(upload: MultipartUpload, partNumber: number, body: Readable): Promise<StoredPart & { sha256: string }>
}

/** Parts and objects are transferred directly between the browser and the storage, with short-lived URLs. */
export type S3Storage = CommonStorage & {
  kind: 's3'
  /** The origin that browsers send to and fetch from. */
  browserOrigin: string
  presignPart(upload: MultipartUpload, partNumber: number, expiresInSeconds: number): Promise<string>
  presignGet(key: ObjectKey, fileName: string, expiresInSeconds: number): Promise<string>
  listParts(upload: MultipartUpload): Promise<StoredPart[]>
  /**
   * Why a page of this origin may not send files to the storage, checked with the same request that its browser sends;
   * undefined if it may.
   */
  findBrowserError(origin: string): Promise<string | undefined>
}

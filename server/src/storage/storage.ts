import type { Readable } from 'node:stream'

/** Where objects live. Keys come from `createObjectKey` alone; a finished object is never written over. */
export type Storage = LocalStorage | S3Storage

/** A name in the store: one or more parts of small letters, digits and hyphens, joined by slashes. */
export type ObjectKey = string & { readonly brand: 'ObjectKey' }

/** An object on its way in, to be remembered by the caller: the store finds everything by these four. */
export type Upload = {
  key: ObjectKey
  uploadId: string
  sizeBytes: number
  partSizeBytes: number
}

/** A part that has arrived. `etag` is the store's own mark for its content. */
export type StoredPart = { partNumber: number; sizeBytes: number; etag: string }

export type ObjectHead = { sizeBytes: number; etag: string; modifiedAtMs: number }

export type StoredObject = { sizeBytes: number; sha256: string; etag: string }

/** `sizeBytes` is null when the sender has not told it. */
export type ExpectedSize = { sizeBytes: number | null; maxBytes: number }

export type ByteRange = { start: number; end: number }

type CommonStorage = {
  /** Opens an upload in parts; the last part may be shorter, all others have the given size. */
  beginUpload(object: { key: ObjectKey; sizeBytes: number; partSizeBytes: number }): Promise<Upload>
  /**
   * Makes the object visible, whole, in one step. The parts must be all there are, in their order. Whether an attempt
   * that ended in a crash had succeeded is told by `head`: no other upload can have the same key.
   */
  completeUpload(upload: Upload, parts: StoredPart[]): Promise<ObjectHead>
  /** Forgets an upload and its parts; nothing happens when there is none. */
  abortUpload(upload: Pick<Upload, 'key' | 'uploadId'>): Promise<void>
  /** Uploads in progress and what a crash left of them, below a prefix of their keys where one is given. */
  listUploads(prefix?: string): AsyncIterable<{ key: ObjectKey; uploadId: string; startedAtMs: number }>
  /** Takes a whole object in one stream, and makes it visible when it has arrived. */
  putObject(key: ObjectKey, body: Readable, expected: ExpectedSize): Promise<StoredObject>
  head(key: ObjectKey): Promise<ObjectHead | null>
  /** The bytes from `start` to `end`, both included; everything without a range. */
  openRead(key: ObjectKey, range?: ByteRange): Promise<Readable>
  /** Removes an object; nothing happens when there is none. */
  remove(key: ObjectKey): Promise<void>
  listObjects(prefix: string): AsyncIterable<{ key: ObjectKey; sizeBytes: number; modifiedAtMs: number }>
  /** How much more may be put there, beside what must stay free; null where the store does not tell. */
  freeBytes(): Promise<number | null>
  /** Throws when the store cannot be used at this moment. */
  check(): Promise<void>
}

/** Parts and objects pass through this server. */
export type LocalStorage = CommonStorage & {
  kind: 'local'
  /** Puts a part at its place; it is safe on the disk when this returns. A part may be sent again. */
  writePart(upload: Upload, partNumber: number, body: Readable): Promise<StoredPart & { sha256: string }>
  /** What lies in the place of a part, as long as its upload has not been completed. */
  openPart(upload: Upload, partNumber: number): Promise<Readable>
}

/** Parts and objects go straight between the browser and the store, by addresses that are good for a short time. */
export type S3Storage = CommonStorage & {
  kind: 's3'
  /** The origin that browsers send to and fetch from. */
  browserOrigin: string
  presignPart(upload: Upload, partNumber: number, expiresInSeconds: number): Promise<string>
  /** False where `presignPut` would ask for headers, which a client that knows nothing but the address does not send. */
  takesWholeFiles: boolean
  /**
   * For a client that sends the whole file in one request (up to 5 GB). Until it expires the address can be used again,
   * so `key` must be a place of passage: move the object away first, and check it only where nobody can change it.
   */
  presignPut(key: ObjectKey, sizeBytes: number, expiresInSeconds: number): Promise<string>
  presignGet(key: ObjectKey, fileName: string, expiresInSeconds: number): Promise<string>
  listParts(upload: Upload): Promise<StoredPart[]>
  /** Within the store, without passing through this server; up to 5 GB. */
  moveObject(from: ObjectKey, to: ObjectKey): Promise<ObjectHead>
  /** Whether a page of this origin may send files to the store, by asking as its browser will. */
  checkBrowserAccess(origin: string): Promise<BrowserAccess>
}

export type BrowserAccess = { allowed: true } | { allowed: false; reason: string }

import { ListMultipartUploadsCommand, ListPartsCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { isObjectKey } from './object-key.ts'
import type { S3Object } from './s3-upload.ts'
import type { ListedObject, ListedUpload, StoredPart } from './storage.ts'

/** The maximum number of items that a bucket lists in one response. */
const defaultPageSize = 1000

export async function* listObjects(client: S3Client, bucket: string): AsyncGenerator<ListedObject> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      if (isObjectKey(Key)) yield { key: Key, modifiedAtMs: LastModified?.getTime() ?? 0 }
    }
  }
}

/** Ceph reports a next page even after the last one, so the client's own paginator would never end. */
export async function listParts(
  client: S3Client,
  upload: S3Object & { UploadId: string },
  pageSize = defaultPageSize,
): Promise<StoredPart[]> {
  const parts: StoredPart[] = []
  let next: string | undefined = '0'
  while (next !== undefined) {
    const command: ListPartsCommand = new ListPartsCommand({ ...upload, MaxParts: pageSize, PartNumberMarker: next })
    const page = await client.send(command)
    for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
      parts.push({ partNumber: PartNumber, sizeBytes: Size, etag: ETag })
    }
    next = page.IsTruncated ? page.NextPartNumberMarker : undefined
  }
  return parts
}

/** The client has no paginator for these. */
export async function* listUploads(
  client: S3Client,
  bucket: string,
  prefix: string,
  pageSize = defaultPageSize,
): AsyncGenerator<ListedUpload> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (next !== undefined) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: prefix,
      MaxUploads: pageSize,
      ...next,
    })
    const page = await client.send(command)
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      if (isObjectKey(Key)) yield { key: Key, uploadId: UploadId, startedAtMs: Initiated?.getTime() ?? 0 }
    }
    const { IsTruncated, NextKeyMarker = '', NextUploadIdMarker = '' } = page
    next = IsTruncated ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : undefined
  }
}

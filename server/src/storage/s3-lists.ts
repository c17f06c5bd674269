import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  paginateListParts,
  type S3Client,
} from '@aws-sdk/client-s3'
import { isObjectKey } from './object-key.ts'
import type { S3Object } from './s3-upload.ts'
import type { ObjectKey, StoredPart } from './storage.ts'

export async function listParts(client: S3Client, upload: S3Object & { UploadId: string }): Promise<StoredPart[]> {
  const parts: StoredPart[] = []
  for await (const page of paginateListParts({ client }, upload)) {
    for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
      parts.push({ partNumber: PartNumber, sizeBytes: Size, etag: ETag })
    }
  }
  return parts
}

type ListedObject = { key: ObjectKey; sizeBytes: number; modifiedAtMs: number }

export async function* listObjects(client: S3Client, bucket: string, prefix: string): AsyncGenerator<ListedObject> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      if (isObjectKey(Key)) yield { key: Key, sizeBytes: Size, modifiedAtMs: LastModified?.getTime() ?? 0 }
    }
  }
}

type ListedUpload = { key: ObjectKey; uploadId: string; startedAtMs: number }

/** The client has no paginator of its own for this one. */
export async function* listUploads(client: S3Client, bucket: string): AsyncGenerator<ListedUpload> {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
  while (marker !== null) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, ...marker }),
    )
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      if (isObjectKey(Key)) yield { key: Key, uploadId: UploadId, startedAtMs: Initiated?.getTime() ?? 0 }
    }
    marker = nextMarker(page)
  }
}

function nextMarker({ IsTruncated, NextKeyMarker, NextUploadIdMarker }: ListMultipartUploadsCommandOutput) {
  if (!IsTruncated || NextKeyMarker === undefined) return null
  return { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker !== undefined && { UploadIdMarker: NextUploadIdMarker }) }
}

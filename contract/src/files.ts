import * as z from 'zod/mini'
import { StaffMember } from './admins.ts'
import { endpoint } from './http/endpoint.ts'
import { FileFacts } from './file-facts.ts'
import { Id, Line, Name, QueryInteger, Text } from './values/text.ts'

/** The three files, in screen order. `name` is shown until a file is uploaded. */
export const fileTypes = [
  { type: 'gguf', extension: '.gguf', name: 'Main LLM' },
  { type: 'onnx', extension: '.onnx', name: 'PPG Encoder' },
  { type: 'txt', extension: '.txt', name: 'Prompt file' },
] as const

export type FileType = (typeof fileTypes)[number]['type']

export const FileType = z.enum(fileTypes.map(({ type }) => type) as [FileType])

/** The type of a file, by the extension of its name. */
export function fileTypeOf(filename: string): FileType | undefined {
  const name = filename.toLowerCase()
  return fileTypes.find(({ extension }) => name.endsWith(extension) && name.length > extension.length)?.type
}

/** A prompt up to this size can be read as text. */
export const maxPromptTextBytes = 1024 * 1024

/** How many bytes at the beginning of a file `headSha256` covers. */
export const headBytes = 1024 * 1024

/** How many part URLs can be requested at once. */
const maxPartsPerCall = 100

/** The name of a file as users see it, never a path. */
export const FileName = Line(255).check(
  z.minLength(1, 'Required'),
  z.refine((name) => !/[/\\]/.test(name), 'A file name must not contain slashes'),
  z.refine((name) => fileTypeOf(name) !== undefined, 'The name of the file must end in .gguf, .onnx or .txt'),
)

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in lower-case hexadecimal digits'))
const SizeBytes = z
  .number()
  .check(z.int('Enter a whole number'), z.gte(0, 'Must be at least 0'), z.lte(Number.MAX_SAFE_INTEGER))

export const ModelFile = z.object({
  id: z.string(),
  name: z.string(),
  type: FileType,
  /** Bytes. */
  size: z.int(),
  version: z.int(),
  /** The URL from which the current version can be downloaded. */
  url: z.string(),
  key: z.string(),
  /** Epoch seconds: when version 1 was published, and when the current version was. */
  createdAt: z.int(),
  updatedAt: z.int(),
  /** The file name of the upload that became the current version. */
  filename: z.string(),
  /** Null while it is being computed. */
  sha256: z.nullable(z.string()),
  /** Who uploaded the current version, or restored it; null for files of the demo. */
  uploadedBy: z.nullable(StaffMember),
  /** Who approved the current version; null if no approval was needed. */
  approvedBy: z.nullable(StaffMember),
})
export type ModelFile = z.infer<typeof ModelFile>

/**
 * `awaiting_approval`: not served. `published`: current now or before. `rejected`, and `replaced` by another version
 * before it was approved: never current. `withdrawn`: must no longer be used.
 */
export const VersionState = z.enum(['awaiting_approval', 'published', 'rejected', 'replaced', 'withdrawn'])
export type VersionState = z.infer<typeof VersionState>

/** Who decided what about a version, when and why. `restore`: to create it from an earlier version. */
export const FileDecision = z.object({
  decision: z.enum(['approve', 'reject', 'restore', 'withdraw']),
  /** Null: a system administrator, with a command. */
  by: z.nullable(StaffMember),
  reason: z.nullable(z.string()),
  /**
   * Why the approver may be the uploader: one of the two has `invited` the other, less than 30 days before; or the
   * approver used a `browser` in which the uploader has signed in, too. Null if there is no sign of that.
   */
  doubt: z.nullable(z.enum(['invited', 'browser'])),
  /** Epoch seconds. */
  decidedAt: z.int(),
})
export type FileDecision = z.infer<typeof FileDecision>

export const FileVersion = z.object({
  version: z.int(),
  filename: z.string(),
  size: z.int(),
  /** Null while it is being computed. */
  sha256: z.nullable(z.string()),
  /** Epoch seconds. */
  createdAt: z.int(),
  uploadedBy: z.nullable(StaffMember),
  isCurrent: z.boolean(),
  /** The percentage of devices to which it is offered while the current version stays; null for all other versions. */
  offeredTo: z.nullable(z.int()),
  state: VersionState,
  /** The version that was current when this one was submitted for approval; null if it was published at once. */
  replaces: z.nullable(z.int()),
  /** The oldest is first. */
  decisions: z.array(FileDecision),
  /** The older version whose content this entry restored. */
  restoredFrom: z.nullable(z.int()),
  /** The upload that became this version, so that a client recognises its own uploads; null if nothing was uploaded. */
  uploadId: z.nullable(z.string()),
  url: z.string(),
  /** The first version with the same bytes, once the SHA-256 is known; null if no earlier version has them. */
  sameAs: z.nullable(z.number()),
  /** The URL of the signature; null if the version is not published or not signed yet. */
  signatureUrl: z.nullable(z.string()),
})
export type FileVersion = z.infer<typeof FileVersion>

/**
 * A version besides the current one of its file: awaiting approval, or withdrawn and newer than the version that is
 * served.
 */
export const ListedVersion = z.extend(FileVersion, { fileId: z.string(), type: FileType, name: z.string() })
export type ListedVersion = z.infer<typeof ListedVersion>

/** An upload of known size that is not published yet, and how to send it in parts. */
export const FileUpload = z.object({
  id: z.string(),
  fileId: z.string(),
  sizeBytes: z.int(),
  /** All parts have this size except the last one, which has the rest. Part numbers start at 1. */
  partSizeBytes: z.int(),
  partCount: z.int(),
  type: FileType,
  /** Empty if the client sent none. */
  filename: z.string(),
  /** SHA-256 of the first `headBytes` of the file, as the client sent it. */
  headSha256: z.nullable(z.string()),
  /** Epoch seconds. The upload is removed after a day without activity. */
  createdAt: z.int(),
  updatedAt: z.int(),
})
export type FileUpload = z.infer<typeof FileUpload>

/** How many unfinished uploads an admin may have. Each may need as much space as the largest allowed file. */
export const maxUnfinishedUploads = 20

/** An upload that is not published yet. If its size is unknown, it has no plan of parts and is sent whole. */
export const UnfinishedUpload = z.extend(FileUpload, {
  sizeBytes: z.nullable(z.int()),
  partSizeBytes: z.nullable(z.int()),
  partCount: z.nullable(z.int()),
})
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>

/** A part that has arrived. `sha256` is null if neither client nor server has computed it. */
export const ArrivedPart = z.object({
  partNumber: z.int(),
  sizeBytes: z.int(),
  sha256: z.nullable(z.string()),
})
export type ArrivedPart = z.infer<typeof ArrivedPart>

const ById = z.strictObject({ id: Id })
export const ByVersion = z.strictObject({ id: Id, version: QueryInteger(1, 999_999_999) })
/** With `size` the file can be sent in parts. */
const aboutUpload = { size: z.optional(SizeBytes), headSha256: z.optional(Sha256) }

/**
 * The percentage of devices to which a version is offered first, while the current version stays. By default it becomes
 * current. If another admin must approve the version, that admin decides this.
 */
export const OfferTo = z.optional(z.literal([1, 5, 25, 50], 'Choose 1, 5, 25 or 50'))
/** The percentage of devices that get a version first; undefined: all of them. */
export type Offered = z.infer<typeof OfferTo>

export const listFiles = endpoint({
  name: 'listFiles',
  method: 'GET',
  path: '/v1/files',
  summary: 'The model files that have a version',
  response: z.object({
    data: z.object({
      files: z.array(ModelFile),
      /** Versions awaiting approval, and withdrawn ones that are newer than the version that is served. */
      besides: z.array(ListedVersion),
      /** Versions that are offered to a part of the devices, and how often devices have downloaded each. */
      offers: z.array(z.extend(ListedVersion, { downloads: z.int() })),
      publishing: z.object({
        /** Whether a second admin must approve a version before it becomes current. */
        needsTwo: z.boolean(),
        /** How many admins may approve or reject versions. */
        eligible: z.int(),
      }),
      /** The maximum file size. */
      maxFileBytes: z.int(),
    }),
  }),
})

export const createFile = endpoint({
  name: 'createFile',
  method: 'POST',
  path: '/v1/files',
  summary:
    'Begin the first upload of a file, whose extension decides its type; 409 if there is already a file of this type. PUT the file to `url[0]`: `uploadFile`',
  body: z.strictObject({
    filename: FileName,
    name: Name,
    ...aboutUpload,
  }),
  response: z.object({
    /** The first URL accepts the whole file in one PUT. */
    url: z.array(z.string()),
    file: z.object({ id: z.string() }),
    upload: z.optional(FileUpload),
  }),
})

export const createFileUpload = endpoint({
  name: 'createFileUpload',
  method: 'PUT',
  path: '/v1/files/{id}',
  summary: 'Begin the upload of the next version of a file: PUT it to `url[0]`, as for the first one',
  params: ById,
  body: z.strictObject({ filename: z.optional(FileName), ...aboutUpload }),
  response: z.object({ url: z.array(z.string()), upload: z.optional(FileUpload) }),
})

export const publishFile = endpoint({
  name: 'publishFile',
  method: 'PATCH',
  path: '/v1/files/{id}',
  summary:
    'Publish a complete upload as the next version: the one in `uploadId`, or the one that you began last. Your other uploads of the file are cancelled. If another admin must approve it, the status is 202',
  params: ById,
  body: z.strictObject({
    id: Id,
    /** The number of the current version plus 1. */
    version: z.number().check(z.int('Enter a whole number'), z.gte(1, 'Must be at least 1')),
    filename: FileName,
    uploadId: z.optional(Id),
    offerTo: OfferTo,
  }),
  response: ModelFile,
  accepted: ListedVersion,
})

export const listFileVersions = endpoint({
  name: 'listFileVersions',
  method: 'GET',
  path: '/v1/files/{id}/versions',
  summary: 'Every version of a file, newest first',
  params: ById,
  response: z.object({ data: z.array(FileVersion) }),
})

export const readFileFacts = endpoint({
  name: 'readFileFacts',
  method: 'GET',
  path: '/v1/files/{id}/versions/{version}/facts',
  summary: 'The facts about the content of a version that were found at the upload, with its chat templates',
  params: ByVersion,
  response: z.object({ data: FileFacts }),
})

export const downloadFileVersion = endpoint({
  name: 'downloadFileVersion',
  method: 'GET',
  path: '/v1/files/{id}/versions/{version}/download',
  summary: 'The content of a version: as an attachment, with range support, or by a redirect to the file storage',
  params: ByVersion,
  download: ['application/octet-stream'],
  otherStatuses: { 206: 'The requested range', 302: 'The content is in the file storage, at `location`' },
})

export const downloadFileSignature = endpoint({
  name: 'downloadFileSignature',
  method: 'GET',
  path: '/v1/files/{id}/versions/{version}/signature',
  summary: 'The signature of a version: OpenSSF Model Signing 1.0, as an attachment; 404 if it has none',
  params: ByVersion,
})

export const prepareFileDownload = endpoint({
  name: 'prepareFileDownload',
  method: 'POST',
  path: '/v1/files/downloads/preparation',
  summary: 'Whether a download may begin in a new tab; rejected like the download, and not counted as one',
  status: 204,
})

export const readPromptVersion = endpoint({
  name: 'readPromptVersion',
  method: 'GET',
  path: '/v1/files/{id}/versions/{version}/text',
  summary: `The text of a version of the prompt, up to ${maxPromptTextBytes} bytes`,
  params: ByVersion,
  response: z.object({ data: z.object({ text: z.string() }) }),
})

export const listFileUploads = endpoint({
  name: 'listFileUploads',
  method: 'GET',
  path: '/v1/file-uploads',
  summary: `Your own unfinished uploads, newest first, at most ${maxUnfinishedUploads}`,
  response: z.object({ data: z.array(UnfinishedUpload) }),
})

export const getFileUpload = endpoint({
  name: 'getFileUpload',
  method: 'GET',
  path: '/v1/file-uploads/{id}',
  summary: 'One of your unfinished uploads, and which parts have arrived',
  params: ById,
  response: z.object({ data: z.object({ upload: UnfinishedUpload, parts: z.array(ArrivedPart) }) }),
})

export const createPartUrls = endpoint({
  name: 'createPartUrls',
  method: 'POST',
  path: '/v1/file-uploads/{id}/part-urls',
  summary:
    'URLs for the parts of an upload, which lead to `uploadPart` or to the file storage; each must be used within 15 minutes. The hash of a part cannot be changed later',
  params: ById,
  body: z.strictObject({
    parts: z
      .array(
        z.strictObject({
          partNumber: z.number().check(z.int('Enter a whole number'), z.gte(1), z.lte(10_000)),
          sha256: z.optional(Sha256),
        }),
      )
      .check(z.minLength(1, 'At least one part'), z.maxLength(maxPartsPerCall, `At most ${maxPartsPerCall} parts`)),
  }),
  response: z.object({
    data: z.object({
      /** One URL for each requested part; null: the part has already arrived. */
      parts: z.array(z.object({ partNumber: z.int(), url: z.nullable(z.string()) })),
      /** Epoch seconds. */
      expiresAt: z.int(),
    }),
  }),
})

/** The last part of an upload URL. Callers use the whole URL unchanged. */
const Signature = z.strictObject({ expires: QueryInteger(0, 9_999_999_999), signature: Text(100) })
const anyFile = ['application/octet-stream']

export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'PUT',
  path: '/v1/file-uploads/{id}/content',
  summary: 'Send the whole file, of any content type; `url[0]` of a new upload leads here',
  params: ById,
  query: Signature,
  upload: anyFile,
  status: 204,
})

export const uploadPart = endpoint({
  name: 'uploadPart',
  method: 'PUT',
  path: '/v1/file-uploads/{id}/parts/{partNumber}',
  summary: 'Send a part of the file; the URL of a part leads here or to the file storage',
  params: z.strictObject({ id: Id, partNumber: QueryInteger(1, 10_000) }),
  query: Signature,
  upload: anyFile,
  status: 204,
})

export const cancelFileUpload = endpoint({
  name: 'cancelFileUpload',
  method: 'DELETE',
  path: '/v1/file-uploads/{id}',
  summary: 'Cancel one of your uploads; its bytes are deleted immediately',
  params: ById,
  status: 204,
})

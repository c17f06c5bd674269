import * as z from 'zod/mini'
import { Bytes, EpochSeconds, describe } from '../values/describe.ts'
import { StaffMember } from '../staff/admins.ts'
import { attachmentHeaders, endpoint, fileHeaders } from '../http/endpoint.ts'
import { FileFacts } from './facts.ts'
import { ForeignInteger, Id, Line, Name, QueryInteger, Text } from '../values/text.ts'

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
  id: describe(z.string(), 'The ID of the file.'),
  name: describe(z.string(), 'The name of the model, as entered at its first upload.'),
  type: describe(FileType, 'The type of the file.'),
  size: describe(Bytes, 'The size of the current version.'),
  version: describe(z.int(), 'The number of the current version.'),
  url: describe(z.string(), 'The URL from which the current version can be downloaded.'),
  key: describe(z.string(), 'The key of the current version in the file storage.'),
  createdAt: describe(EpochSeconds, 'When version 1 was published.'),
  updatedAt: describe(EpochSeconds, 'When the current version was published.'),
  filename: describe(z.string(), 'The file name of the upload that became the current version.'),
  sha256: describe(
    z.nullable(z.string()),
    'The SHA-256 of the current version in hexadecimal digits; null while it is being computed.',
  ),
  uploadedBy: describe(
    z.nullable(StaffMember),
    'Who uploaded the current version, or restored it; null for files of the demo.',
  ),
  approvedBy: describe(z.nullable(StaffMember), 'Who approved the current version; null if no approval was needed.'),
  isSigned: describe(z.optional(z.boolean()), 'Whether the current version is signed. 1.0.0 does not send it.'),
  checks: describe(
    z.optional(z.int()),
    'How many checks of its content the current version has passed. 1.0.0 does not send it.',
  ),
})
export type ModelFile = z.infer<typeof ModelFile>

export const VersionState = describe(
  z.enum(['awaiting_approval', 'published', 'rejected', 'replaced', 'withdrawn']),
  '`awaiting_approval`: not served. `published`: current now or before. `rejected`, and `replaced` by another version before it was approved: never current. `withdrawn`: must no longer be used.',
)
export type VersionState = z.infer<typeof VersionState>

export const FileDecision = describe(
  z.object({
    decision: describe(
      z.enum(['approve', 'reject', 'restore', 'withdraw']),
      'What was decided. `restore`: to create the version from an earlier one.',
    ),
    by: describe(z.nullable(StaffMember), 'Who decided; null: a system administrator, with a command.'),
    reason: describe(z.nullable(z.string()), 'Why; null if no reason was required.'),
    doubt: describe(
      z.nullable(z.enum(['invited', 'browser'])),
      'Why the approver may be the uploader: one of the two has `invited` the other, less than 30 days before; or the approver used a `browser` in which the uploader has signed in, too. Null if there is no sign of that.',
    ),
    decidedAt: describe(EpochSeconds, 'When it was decided.'),
  }),
  'Who decided what about a version, when and why. `restore`: to create it from an earlier version.',
)
export type FileDecision = z.infer<typeof FileDecision>

export const FileVersion = z.object({
  version: describe(z.int(), 'The number of the version.'),
  filename: describe(z.string(), 'The file name of the upload.'),
  size: describe(Bytes, 'The size of the whole version.'),
  sha256: describe(z.nullable(z.string()), 'The SHA-256 in hexadecimal digits; null while it is being computed.'),
  createdAt: describe(EpochSeconds, 'When it was published or submitted for approval.'),
  uploadedBy: describe(z.nullable(StaffMember), 'Who uploaded or restored it; null for files of the demo.'),
  isCurrent: describe(z.boolean(), 'Whether it is the current version.'),
  offeredTo: describe(
    z.optional(z.nullable(z.int())),
    'The percentage of devices to which it is offered while the current version stays; null for all other versions. 1.0.0 does not send it.',
  ),
  state: describe(VersionState, 'Whether it may be served.'),
  replaces: describe(
    z.nullable(z.int()),
    'The version that was current when this one was submitted for approval; null if it was published at once.',
  ),
  decisions: describe(z.array(FileDecision), 'Who decided what about it, oldest first.'),
  restoredFrom: describe(
    z.nullable(z.int()),
    'The older version whose content this one restored; null if it was uploaded.',
  ),
  uploadId: describe(
    z.nullable(z.string()),
    'The upload that became this version, so that a client recognises its own uploads; null if nothing was uploaded.',
  ),
  url: describe(z.string(), 'The URL from which it can be downloaded.'),
  sameAs: describe(
    z.nullable(z.number()),
    'The first version with the same bytes, once the SHA-256 is known; null if no earlier version has them.',
  ),
  signatureUrl: describe(
    z.nullable(z.string()),
    'The URL of the signature; null if the version is not published or not signed yet.',
  ),
})
export type FileVersion = z.infer<typeof FileVersion>

export const ListedVersion = describe(
  z.extend(FileVersion, {
    fileId: describe(z.string(), 'The ID of the file that the version belongs to.'),
    type: describe(FileType, 'The type of the file.'),
    name: describe(z.string(), 'The name of the model.'),
  }),
  'A version besides the current one of its file: awaiting approval, or withdrawn and newer than the version that is served.',
)
export type ListedVersion = z.infer<typeof ListedVersion>

/** How many days back the releases of the files are listed. */
export const releaseDays = 90

/** The facts about the content of files whose changes are listed with the releases. */
export const listedFacts = ['quantisation', 'contextLength', 'nodeCount'] as const

const FactValue = z.nullable(z.union([ForeignInteger, z.string()]))

export const FactChange = describe(
  z.object({
    fact: describe(z.enum(listedFacts), 'The name of the fact.'),
    from: describe(FactValue, 'What it was; null if the file does not specify it.'),
    to: describe(FactValue, 'What it is; null if the file does not specify it.'),
  }),
  'A fact about the content of a version that differs from the version before it.',
)
export type FactChange = z.infer<typeof FactChange>

export const FileRelease = describe(
  z.extend(ListedVersion, {
    before: describe(z.nullable(z.int()), 'The version that was current before it; null: there was none.'),
    changes: describe(
      z.optional(z.array(FactChange)),
      'What differs from the version before it; empty if none of these facts does. 1.0.0 does not send it.',
    ),
    changedLines: describe(
      z.optional(
        z.nullable(
          z.object({
            added: describe(z.int(), 'The number of added lines.'),
            removed: describe(z.int(), 'The number of removed lines. A changed line is removed and added.'),
          }),
        ),
      ),
      `How many lines of the prompt differ from the version before it; null if this is not known, as for texts that are longer than ${maxPromptTextBytes} bytes, share too little, or were uploaded to 1.0.0, which does not send it.`,
    ),
  }),
  'A version that was submitted or decided about recently, or is current.',
)
export type FileRelease = z.infer<typeof FileRelease>

export const FileUpload = describe(
  z.object({
    id: describe(z.string(), 'The ID of the upload.'),
    fileId: describe(z.string(), 'The ID of the file of which a version is uploaded.'),
    sizeBytes: describe(Bytes, 'The size of the whole file.'),
    partSizeBytes: describe(
      Bytes,
      'All parts have this size except the last one, which has the rest. Part numbers start at 1.',
    ),
    partCount: describe(z.int(), 'The number of parts.'),
    type: describe(FileType, 'The type of the file.'),
    filename: describe(z.string(), 'The file name; empty if the client sent none.'),
    headSha256: describe(
      z.nullable(z.string()),
      'SHA-256 of the first 1,048,576 bytes of the file, as the client sent it; null if it sent none.',
    ),
    createdAt: describe(EpochSeconds, 'When it began.'),
    updatedAt: describe(EpochSeconds, 'The last activity. The upload is removed after a day without any.'),
  }),
  'An upload of known size that is not published yet, and how to send it in parts.',
)
export type FileUpload = z.infer<typeof FileUpload>

/** How many unfinished uploads an admin may have. Each may need as much space as the largest allowed file. */
export const maxUnfinishedUploads = 20

export const UnfinishedUpload = describe(
  z.extend(FileUpload, {
    sizeBytes: describe(z.nullable(Bytes), 'The size of the whole file; null if the client did not state it.'),
    partSizeBytes: describe(
      z.nullable(Bytes),
      'The size of each part except the last one; null if the size of the file is unknown.',
    ),
    partCount: describe(z.nullable(z.int()), 'The number of parts; null if the size of the file is unknown.'),
  }),
  'An upload that is not published yet. If its size is unknown, it has no plan of parts and is sent whole.',
)
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>

export const ArrivedPart = describe(
  z.object({
    partNumber: describe(z.int(), 'The number of the part, starting at 1.'),
    sizeBytes: describe(Bytes, 'How many bytes of the file this part contains.'),
    sha256: describe(
      z.nullable(z.string()),
      'Its SHA-256 in hexadecimal digits; null if neither client nor server has computed it.',
    ),
  }),
  'A part that has arrived. `sha256` is null if neither client nor server has computed it.',
)
export type ArrivedPart = z.infer<typeof ArrivedPart>

const ById = z.strictObject({ id: describe(Id, 'The ID of the file or upload.') })
export const ByVersion = z.strictObject({
  id: describe(Id, 'The ID of the file.'),
  version: describe(QueryInteger(1, 999_999_999), 'The number of the version.'),
})
/** With `size` the file can be sent in parts. */
const aboutUpload = {
  size: describe(z.optional(SizeBytes), 'The size of the file. With it, the file can be sent in parts. Bytes.'),
  headSha256: describe(
    z.optional(Sha256),
    'SHA-256 of the first 1,048,576 bytes of the file, by which a client recognises the upload later.',
  ),
}

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
      files: describe(z.array(ModelFile), 'The files that have a current version.'),
      besides: describe(
        z.array(ListedVersion),
        'Versions awaiting approval, and withdrawn ones that are newer than the version that is served.',
      ),
      offers: describe(
        z.optional(
          z.array(
            z.extend(ListedVersion, { downloads: describe(z.int(), 'How often devices have downloaded the version.') }),
          ),
        ),
        'Versions that are offered to a part of the devices. 1.0.0 does not send it.',
      ),
      releases: describe(
        z.optional(z.array(FileRelease)),
        `The current versions, and those that were submitted or decided about in the last ${releaseDays} days, newest first; at most 100. 1.0.0 does not send it.`,
      ),
      publishing: describe(
        z.object({
          needsTwo: describe(z.boolean(), 'Whether a second admin must approve a version before it becomes current.'),
          eligible: describe(z.int(), 'How many admins may approve or reject versions.'),
        }),
        'Who may publish.',
      ),
      maxFileBytes: describe(Bytes, 'The maximum file size.'),
    }),
  }),
})

export const createFile = endpoint({
  name: 'createFile',
  method: 'POST',
  path: '/v1/files',
  summary:
    'Begin the first upload of a file, whose extension decides its type; 409 if there is already a file of this type. PUT the file to `url[0]`: `uploadFile`',
  returns: 'The new file, and where to send its content',
  body: z.strictObject({
    filename: describe(FileName, 'The file name, whose extension decides the type.'),
    name: describe(Name, 'The name of the model.'),
    ...aboutUpload,
  }),
  response: z.object({
    url: describe(z.array(z.string()), 'The first URL accepts the whole file in one PUT.'),
    file: describe(z.object({ id: describe(z.string(), 'The ID of the file.') }), 'The new file.'),
    upload: describe(z.optional(FileUpload), 'The upload and its parts; present if you sent `size`.'),
  }),
})

export const createFileUpload = endpoint({
  name: 'createFileUpload',
  method: 'PUT',
  path: '/v1/files/{id}',
  summary: 'Begin the upload of the next version of a file: PUT it to `url[0]`, as for the first one',
  returns: 'Where to send the content',
  params: ById,
  body: z.strictObject({
    filename: describe(z.optional(FileName), 'The file name; it can also be sent when publishing.'),
    ...aboutUpload,
  }),
  response: z.object({
    url: describe(z.array(z.string()), 'The first URL accepts the whole file in one PUT.'),
    upload: describe(z.optional(FileUpload), 'The upload and its parts; present if you sent `size`.'),
  }),
})

export const publishFile = endpoint({
  name: 'publishFile',
  method: 'PATCH',
  path: '/v1/files/{id}',
  summary:
    'Publish a complete upload as the next version: the one in `uploadId`, or the one that you began last. Your other uploads of the file are cancelled. If another admin must approve it, the status is 202',
  returns: 'The file with its new version',
  params: ById,
  body: z.strictObject({
    id: describe(Id, 'The ID of the file, as in the path.'),
    version: describe(
      z.number().check(z.int('Enter a whole number'), z.gte(1, 'Must be at least 1')),
      'The number of the current version plus 1.',
    ),
    filename: describe(FileName, 'The file name of the version.'),
    uploadId: describe(z.optional(Id), 'The upload to publish. Absent: the one that you began last.'),
    offerTo: describe(
      OfferTo,
      'The percentage of devices to which the version is offered first; absent: it becomes current. Ignored if another admin must approve the version: the approval decides it.',
    ),
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
  otherStatuses: {
    206: 'The requested range',
    302: 'The content is in the file storage, at `location`',
    304: 'The content matches `If-None-Match`',
  },
  headers: { 200: fileHeaders, 206: [...fileHeaders, 'content-range'], 304: fileHeaders },
})

export const downloadFileSignature = endpoint({
  name: 'downloadFileSignature',
  method: 'GET',
  path: '/v1/files/{id}/versions/{version}/signature',
  summary: 'The signature of a version: OpenSSF Model Signing 1.0, as an attachment; 404 if it has none',
  returns: 'The signature',
  params: ByVersion,
  download: ['application/vnd.dev.sigstore.bundle.v0.3+json'],
  headers: attachmentHeaders,
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
  response: z.object({ data: z.object({ text: describe(z.string(), 'The prompt of this version.') }) }),
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
  response: z.object({
    data: z.object({
      upload: describe(UnfinishedUpload, 'The upload that can be resumed.'),
      parts: describe(z.array(ArrivedPart), 'The parts that have arrived.'),
    }),
  }),
})

export const createPartUrls = endpoint({
  name: 'createPartUrls',
  method: 'POST',
  path: '/v1/file-uploads/{id}/part-urls',
  summary:
    'URLs for the parts of an upload, which lead to `uploadPart` or to the file storage; each must be used within 15 minutes. The hash of a part cannot be changed later',
  params: ById,
  body: z.strictObject({
    parts: describe(
      z
        .array(
          z.strictObject({
            partNumber: describe(
              z.number().check(z.int('Enter a whole number'), z.gte(1), z.lte(10_000)),
              'The number of the part, starting at 1.',
            ),
            sha256: describe(z.optional(Sha256), 'The SHA-256 of the part. If you send it, other bytes are rejected.'),
          }),
        )
        .check(z.minLength(1, 'At least one part'), z.maxLength(maxPartsPerCall, `At most ${maxPartsPerCall} parts`)),
      'The parts to send.',
    ),
  }),
  response: z.object({
    data: z.object({
      parts: describe(
        z.array(
          z.object({
            partNumber: describe(z.int(), 'Which part the URL accepts, starting at 1.'),
            url: describe(z.nullable(z.string()), 'Where to PUT the part; null: it has already arrived.'),
          }),
        ),
        'One URL for each requested part.',
      ),
      expiresAt: describe(EpochSeconds, 'When the URLs stop working.'),
    }),
  }),
})

/** The last part of an upload URL. Callers use the whole URL unchanged. */
const Signature = z.strictObject({
  expires: describe(QueryInteger(0, 9_999_999_999), 'When the URL stops working. Epoch seconds.'),
  signature: describe(Text(100), 'The proof that the console issued the URL.'),
})
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
  params: z.strictObject({
    id: describe(Id, 'The ID of the upload.'),
    partNumber: describe(QueryInteger(1, 10_000), 'The number of the part, starting at 1.'),
  }),
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

import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { FileType } from './files.ts'
import { QueryInteger } from './values/text.ts'

const OfferedModel = z.object({
  type: FileType,
  version: z.int(),
  filename: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  /** Requires the same token. The content at this URL never changes. */
  url: z.string(),
  /** Null while it is not signed yet. */
  signatureUrl: z.nullable(z.string()),
})
export type OfferedModel = z.infer<typeof OfferedModel>

const Version = z.strictObject({ type: FileType, version: QueryInteger(1, 1_000_000_000) })

/** `1`: redirect to the file storage if it is S3, whose own headers are sent then. */
const Redirect = z.strictObject({ redirect: z.optional(z.literal('1')) })

export const listModels = endpoint({
  name: 'listModels',
  method: 'GET',
  path: '/machine/v1/models',
  summary: 'The current version of each type of model file',
  response: z.object({
    /** Epoch milliseconds of the last change. It is always greater than every earlier value, also after a restore. */
    release: z.int(),
    models: z.array(OfferedModel),
  }),
  otherStatuses: { 304: 'The content matches `If-None-Match`' },
})

export const envelopeType = 'application/vnd.dsse.envelope.v1+json'

export const downloadModelManifest = endpoint({
  name: 'downloadModelManifest',
  method: 'GET',
  path: '/machine/v1/models/manifest',
  summary:
    'What devices are to run now and what was withdrawn, signed and valid for a day: a DSSE envelope, which `verify-model.mjs` reads',
  download: [envelopeType],
  otherStatuses: { 304: 'The content matches `If-None-Match`' },
})

export const downloadModel = endpoint({
  name: 'downloadModel',
  method: 'GET',
  path: '/machine/v1/models/{type}/versions/{version}',
  summary: 'A version, whole or a range of it; `gone` with the reason if it was withdrawn',
  params: Version,
  query: Redirect,
  download: ['application/octet-stream'],
  otherStatuses: {
    206: 'A range',
    304: 'The content matches `If-None-Match`',
    307: 'A redirect to the file storage, if `redirect` requests it',
  },
})

export const downloadModelSignature = endpoint({
  name: 'downloadModelSignature',
  method: 'GET',
  path: '/machine/v1/models/{type}/versions/{version}/signature',
  summary: 'The signature of a version: OpenSSF Model Signing 1.0; 404 if it has none',
  params: Version,
  download: ['application/vnd.dev.sigstore.bundle.v0.3+json'],
})

export const downloadCurrentModelSignature = endpoint({
  name: 'downloadCurrentModelSignature',
  method: 'GET',
  path: '/machine/v1/models/{type}/current/signature',
  summary: 'Redirects to the signature of the current version, on this host',
  params: z.strictObject({ type: FileType }),
  download: ['application/vnd.dev.sigstore.bundle.v0.3+json'],
  otherStatuses: { 307: 'A redirect to the signature of the current version' },
})

export const downloadCurrentModel = endpoint({
  name: 'downloadCurrentModel',
  method: 'GET',
  path: '/machine/v1/models/{type}/current',
  summary: 'Redirects to the current version, on this host',
  params: z.strictObject({ type: FileType }),
  query: Redirect,
  download: ['application/octet-stream'],
  otherStatuses: { 307: 'A redirect to the current version, or with `redirect` to the file storage' },
})

import * as z from 'zod/mini'
import { Bytes, describe } from '../values/describe.ts'
import { attachmentHeaders, endpoint, fileHeaders } from '../http/endpoint.ts'
import { FileType } from './files.ts'
import { QueryInteger } from '../values/text.ts'

const OfferedModel = z.object({
  type: describe(FileType, 'The type of the file.'),
  version: describe(z.int(), 'The number of the version.'),
  filename: describe(z.string(), 'The file name.'),
  size: describe(Bytes, 'The size of the whole file.'),
  sha256: describe(z.string(), 'The SHA-256 in hexadecimal digits.'),
  url: describe(z.string(), 'Requires the same token. The content at this URL never changes.'),
  signatureUrl: describe(z.nullable(z.string()), 'The URL of the signature; null while it is not signed yet.'),
})
export type OfferedModel = z.infer<typeof OfferedModel>

const Version = z.strictObject({
  type: describe(FileType, 'The type of the file.'),
  version: describe(QueryInteger(1, 1_000_000_000), 'The number of the version.'),
})

const Redirect = z.strictObject({
  redirect: describe(
    z.optional(z.literal('1')),
    '`1`: redirect to the file storage if it is S3, whose own headers are sent then.',
  ),
})

export const listModels = endpoint({
  name: 'listModels',
  method: 'GET',
  path: '/machine/v1/models',
  summary: 'The current version of each type of model file',
  response: z.object({
    release: describe(
      z.int(),
      'The last change. It is always greater than every earlier value, also after a restore. Epoch milliseconds.',
    ),
    models: describe(z.array(OfferedModel), 'The current version of each type that has one.'),
  }),
  otherStatuses: { 304: 'The content matches `If-None-Match`' },
  headers: { 200: ['etag'], 304: ['etag'] },
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
  headers: { 200: ['etag'], 304: ['etag'] },
})

const modelHeaders = [...fileHeaders, 'model-size', 'model-version'] as const

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
  headers: { 200: modelHeaders, 206: [...modelHeaders, 'content-range'], 304: modelHeaders },
})

export const downloadModelSignature = endpoint({
  name: 'downloadModelSignature',
  method: 'GET',
  path: '/machine/v1/models/{type}/versions/{version}/signature',
  summary: 'The signature of a version: OpenSSF Model Signing 1.0; 404 if it has none',
  params: Version,
  download: ['application/vnd.dev.sigstore.bundle.v0.3+json'],
  headers: attachmentHeaders,
})

export const downloadCurrentModelSignature = endpoint({
  name: 'downloadCurrentModelSignature',
  method: 'GET',
  path: '/machine/v1/models/{type}/current/signature',
  summary: 'Redirects to the signature of the current version, on this host',
  params: z.strictObject({ type: describe(FileType, 'The type of the file.') }),
  download: ['application/vnd.dev.sigstore.bundle.v0.3+json'],
  otherStatuses: { 307: 'A redirect to the signature of the current version' },
})

export const downloadCurrentModel = endpoint({
  name: 'downloadCurrentModel',
  method: 'GET',
  path: '/machine/v1/models/{type}/current',
  summary: 'Redirects to the current version, on this host',
  params: z.strictObject({ type: describe(FileType, 'The type of the file.') }),
  query: Redirect,
  download: ['application/octet-stream'],
  otherStatuses: { 307: 'A redirect to the current version, or with `redirect` to the file storage' },
})

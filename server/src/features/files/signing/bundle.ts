import { hash } from 'node:crypto'
import type { ModelKey } from './model-key.ts'
import { mediaType, payloadType, predicateType, statementType, toSignedBytes } from './verify-model.mjs'

/** A published file as its signature describes it. */
type SignedFile = { filename: string; sha256: string }

/**
 * The detached signature of a file as JSON: see https://github.com/ossf/model-signing-spec, version 1.0, with a bare
 * key.
 */
export function makeBundle(key: ModelKey, { filename, sha256 }: SignedFile): string {
  const statement = {
    _type: statementType,
    // The digest of a model is the digest of its files' digests.
    subject: [{ name: filename, digest: { sha256: hash('sha256', Buffer.from(sha256, 'hex')) } }],
    predicateType,
    predicate: {
      resources: [{ name: filename, digest: sha256, algorithm: 'sha256' }],
      serialization: { method: 'files', hash_type: 'sha256', allow_symlinks: false, ignore_paths: [] },
    },
  }
  const payload = Buffer.from(JSON.stringify(statement))
  const signature = { sig: key.sign(toSignedBytes(payload)).toString('base64'), keyid: '' }
  return JSON.stringify({
    mediaType,
    verificationMaterial: { publicKey: { hint: key.id }, tlogEntries: [] },
    dsseEnvelope: { payload: payload.toString('base64'), payloadType, signatures: [signature] },
  })
}

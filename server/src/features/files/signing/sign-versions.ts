import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import { findFingerprint, lockKey } from '../../../core/crypto/console-key.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { makeBundle } from './bundle.ts'
import { createModelKey } from './model-key.ts'
import { versionSubjects } from '../versions/present.ts'
import { keepSignature, listUnsigned } from './signatures-store.ts'

export type Signer = Pick<Context, 'engine' | 'keys' | 'now'>

/**
 * Signs every published version whose SHA-256 is known and that has no signature; no signature is replaced. It signs
 * the hash that was stored with the content: nothing is read again. Every transaction that stores a hash or publishes a
 * version calls this, so that no one sees the version without its signature.
 * @returns the signed versions as subjects; the entry of a publication stands for its signature, too
 */
export async function signUnsigned({ engine, keys, now }: Signer, transaction: Transaction): Promise<AuditSubject[]> {
  const unsigned = await listUnsigned(transaction)
  if (unsigned.length === 0 || keys.isReplaced) return []
  const key = createModelKey(keys)
  await lockKey(engine, transaction)
  // The key may have been replaced a moment ago.
  if ((await findFingerprint(transaction)) !== keys.fingerprint) return []
  const subjects = new Set<AuditSubject>()
  for (const { fileId, number, filename, sha256 } of unsigned) {
    if (sha256 === null) continue
    const bundle = makeBundle(key, { filename, sha256 })
    const isKept = await keepSignature(transaction, { fileId, number, keyId: key.id, bundle, signedAtMs: now() })
    if (isKept) for (const subject of versionSubjects({ id: fileId, version: number })) subjects.add(subject)
  }
  return [...subjects]
}

type Server = Signer & Pick<Context, 'db' | 'audit'>

/** The same, as an act of the server. */
export async function signByServer(context: Server, transaction: Transaction): Promise<void> {
  const subjects = await signUnsigned(context, transaction)
  if (subjects.length > 0) await context.audit.append(transaction, [{ ...byServer, action: 'files.sign', subjects }])
}

/** Signs what servers of 1.0.0 have published, and what a key that was replaced had signed. */
export async function signVersions(context: Server): Promise<void> {
  if ((await listUnsigned(context.db)).length === 0) return
  await context.db.transaction().execute((transaction) => signByServer(context, transaction))
}

import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Keys } from '../crypto/keys.ts'
import type { ChainEnd } from './entry.ts'
import { toKeyId } from './verify-audit.mjs'

/** The prefix of an Ed25519 private key in PKCS #8, before its 32 bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const ed25519 = 1

type CheckpointSigner = {
  /** The public key as `name+keyId+base64`, the format of signed notes. */
  verifierKey: string
  /** @returns a checkpoint as a signed note */
  sign(end: ChainEnd, atMs: number): string
  /** Signs the manifest of an export. @returns a signed note that cannot be mistaken for a checkpoint */
  signManifest(sha256: string): string
}

/** Signs checkpoints of the audit log: see https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note. */
export function createCheckpointSigner(keys: Keys, { publicUrl }: Pick<Config, 'publicUrl'>): CheckpointSigner {
  const name = `${new URL(publicUrl).host}/audit`
  const seed = keys.derive('audit checkpoints')
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const publicKey = Buffer.concat([Buffer.from([ed25519]), Buffer.from(x, 'base64url')])
  const keyId = toKeyId(name, publicKey)
  const toNote = (lines: (string | number)[]) => {
    const text = [...lines, ''].join('\n')
    const signature = sign(null, Buffer.from(text), privateKey)
    return `${text}\n— ${name} ${Buffer.concat([Buffer.from(keyId, 'hex'), signature]).toString('base64')}\n`
  }
  return {
    verifierKey: `${name}+${keyId}+${publicKey.toString('base64')}`,
    sign: ({ sequence, hash }, atMs) =>
      toNote([name, sequence, Buffer.from(hash, 'hex').toString('base64'), `time ${new Date(atMs).toISOString()}`]),
    signManifest: (sha256) => toNote([`${name} manifest`, sha256]),
  }
}

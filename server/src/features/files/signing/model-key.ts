import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Keys } from '../../../core/crypto/keys.ts'
import { toKeyId } from './verify-model.mjs'

/** An EC private key of P-256 in SEC 1: the bytes before and after its 32 bytes. */
const sec1 = { before: Buffer.from('30310201010420', 'hex'), after: Buffer.from('a00a06082a8648ce3d030107', 'hex') }
/** The order of P-256: private keys are the numbers below it, except 0. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export type ModelKey = {
  /** The fingerprint with which a signature identifies its key. */
  id: string
  /** In PEM. */
  publicKey: string
  /** An ECDSA signature in DER. */
  sign(bytes: Buffer): Buffer
}

/** The key with which this console signs models, derived from the master key. */
export function createModelKey(keys: Keys): ModelKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([sec1.before, toScalar(keys), sec1.after]),
    format: 'der',
    type: 'sec1',
  })
  const publicKey = createPublicKey(privateKey)
  return {
    id: toKeyId(publicKey),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (bytes) => sign('sha256', bytes, privateKey),
  }
}

/** This is twice the number of bits needed, so that each number is equally likely (FIPS 186-5, A.2.1). */
function toScalar(keys: Keys): Buffer {
  const wide = Buffer.concat([
    keys.derive('model signatures, first half'),
    keys.derive('model signatures, second half'),
  ])
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
}

import { createPublicKey } from 'node:crypto'

const smallestRsaBits = 2_048

/**
 * Whether a COSE key has the type that its own `alg` requires, one of the three that the console offers: ES256 on
 * P-256, Ed25519, or RS256. The library uses the type of the key when it checks a signature, and does not compare them.
 */
export async function fitsItsAlgorithm(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const cose: { get(label: number): unknown } = decodeCredentialPublicKey(publicKey)
  const bytes = (label: number) => {
    const value = cose.get(label)
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : ''
  }
  const [kind, algorithm, curve] = [1, 3, -1].map((label) => cose.get(label))
  if (algorithm === -7 && kind === 2 && curve === 1)
    return isKey({ kty: 'EC', crv: 'P-256', x: bytes(-2), y: bytes(-3) })
  if (algorithm === -8 && kind === 1 && curve === 6) return isKey({ kty: 'OKP', crv: 'Ed25519', x: bytes(-2) })
  if (algorithm === -257 && kind === 3) return isKey({ kty: 'RSA', n: bytes(-1), e: bytes(-2) })
  return false
}

/** Rejects a point that is not on its curve, values of another length, and a short modulus. */
function isKey(key: Record<string, string>): boolean {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' })
    return (asymmetricKeyDetails?.modulusLength ?? smallestRsaBits) >= smallestRsaBits
  } catch {
    return false
  }
}

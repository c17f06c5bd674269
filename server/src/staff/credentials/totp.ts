import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000
/** By how many steps a clock may be off. */
const driftSteps = 1
/** By how many steps a clock may be off to be recognised as wrong: half an hour. */
const farSteps = 60

/** The time step of a code; `offMs` is 0 if the clocks agree, negative if the app's clock is slow. */
type MatchedCode = { step: number; offMs: number }

/** 160 bits in base32, as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address in the QR code for an authenticator app. */
export function uriOf(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString()
}

/** Finds the time step of a code by RFC 6238; undefined for a code of another secret. */
export function matchCode(secret: string, code: string, nowMs: number): MatchedCode | undefined {
  const totp = totpOf(secret)
  const now = Math.floor(nowMs / stepMs)
  const near = totp.validate({ token: code, timestamp: nowMs, window: driftSteps })
  if (near !== null) return { step: now + near, offMs: 0 }
  const far = totp.validate({ token: code, timestamp: nowMs, window: farSteps })
  return far === null ? undefined : { step: now + far, offMs: far * stepMs }
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: stepMs / 1000 })
}

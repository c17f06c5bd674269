import type { Config } from '../../core/config.ts'
import { readCertificateEnd } from '../../http/connections/certificate-end.ts'
import { failed, ok, warning, type Result } from './finding.ts'

const dayMs = 24 * 3_600_000
/** Let's Encrypt renews 30 days before the end. */
const soonDays = 21

/** Checks how long the certificate of the public address is valid. */
export async function lookAtCertificate({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Result[]> {
  if (!publicUrl.startsWith('https:')) return []
  const validTo = await readCertificateEnd(publicUrl).catch(() => undefined)
  if (validTo === undefined) return [warning(`${publicUrl} returns no certificate here. Check the proxy`)]
  const days = Math.floor((validTo - Date.now()) / dayMs)
  const day = new Date(validTo).toISOString().slice(0, 10)
  if (days < 0) return [failed(`the certificate of ${publicUrl} was valid until ${day}. Renew it`)]
  const text = `the certificate of ${publicUrl} is valid until ${day}`
  return [days < soonDays ? warning(`${text}: renew it`) : ok(text)]
}

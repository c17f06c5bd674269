import { once } from 'node:events'
import { connect } from 'node:tls'
import type { Config } from '../config.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

const answerMs = 5_000
const dayMs = 24 * 3_600_000
/** Let's Encrypt renews 30 days before the end. */
const soonDays = 21

/** Until when the certificate of the public address is valid, as browsers get it. */
export async function lookAtCertificate({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Omit<Finding, 'part'>[]> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return []
  const validTo = await readEnd(hostname, Number(port || 443)).catch(() => undefined)
  if (validTo === undefined) return [warning(`${publicUrl} gives no certificate here. Look at the proxy`)]
  const days = Math.floor((validTo - Date.now()) / dayMs)
  const day = new Date(validTo).toISOString().slice(0, 10)
  if (days < 0) return [failed(`that of ${publicUrl} was valid until ${day}. Renew it`)]
  const text = `that of ${publicUrl} is valid until ${day}`
  return [days < soonDays ? warning(`${text}: renew it`) : ok(text)]
}

/** Its end is read also where the certificate itself is not trusted. */
async function readEnd(host: string, port: number): Promise<number> {
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, servername: host, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(answerMs) })
    return Date.parse(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}

import { once } from 'node:events'
import { connect } from 'node:tls'

const answerMs = 5_000

/**
 * Until when the certificate of an address is valid, as browsers get it. Also read where the certificate is not trusted.
 * @returns undefined where the address has no TLS
 */
export async function readCertificateEnd(url: string): Promise<number | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port || 443), servername: hostname, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(answerMs) })
    return Date.parse(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}

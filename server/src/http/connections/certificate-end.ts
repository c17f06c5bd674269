import { once } from 'node:events'
import { connect } from 'node:tls'

const answerMs = 5_000

/**
 * The end of the validity of an address's certificate, as browsers receive it. It is also read if the certificate is
 * not trusted.
 * @returns undefined if the address has no TLS
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

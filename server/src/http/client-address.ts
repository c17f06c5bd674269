import type { IncomingMessage } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../settings/proxies.ts'

/**
 * Makes `request.ip` the address that a request comes from, in its usual form. It takes the place of Fastify's own:
 * that one would take over whatever text a client has sent, and the forwarded host too.
 */
export function registerClientAddress(app: FastifyInstance, proxies: TrustedProxies): void {
  app.decorateRequest('ip', {
    getter(this: FastifyRequest) {
      return clientAddress(this.raw, proxies)
    },
  })
}

type Received = { socket: Pick<IncomingMessage['socket'], 'remoteAddress'>; headers: IncomingMessage['headers'] }

/** Each proxy adds the address it was called from at the end, so that is where reading begins. */
export function clientAddress({ socket, headers }: Received, proxies: TrustedProxies): string {
  let address = readAddress(socket.remoteAddress ?? '') ?? ''
  const told = String(headers['x-forwarded-for'] ?? '').split(',')
  for (const [hop, text] of told.reverse().entries()) {
    if (!isTrusted(proxies, address, hop)) break
    const before = readAddress(text)
    if (before === undefined) break
    address = before
  }
  return address
}

/** @param hop how many proxies are between this address and us */
export function isTrusted(proxies: TrustedProxies, address: string, hop: number): boolean {
  if ('hops' in proxies) return hop < proxies.hops
  return proxies.networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Without brackets, port and zone; IPv4 as such also where it comes in the clothes of IPv6. */
export function readAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text.trim()) ?? []
  const [address = ''] = (bracketed ?? withPort ?? text.trim()).split('%')
  const version = isIP(address)
  if (version === 0) return undefined
  const usual = new SocketAddress({ address, family: version === 6 ? 'ipv6' : 'ipv4' }).address
  return usual.replace(/^::ffff:(?=\d+\.)/, '')
}

import type { IncomingMessage } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../settings/proxies.ts'

/**
 * Makes `request.ip` the address of the client. Fastify's own getter would accept any forwarded text, and the forwarded
 * host as well.
 */
export function registerClientAddress(app: FastifyInstance, proxies: TrustedProxies): void {
  app.decorateRequest('ip', {
    getter(this: FastifyRequest) {
      return clientAddress(this.raw, proxies)
    },
  })
}

type Received = { socket: Pick<IncomingMessage['socket'], 'remoteAddress'>; headers: IncomingMessage['headers'] }

/** Each proxy appends the address it was called from, so the header is read from the end. */
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

/** @param hop how many proxies are between this address and the server */
export function isTrusted(proxies: TrustedProxies, address: string, hop: number): boolean {
  if ('hops' in proxies) return hop < proxies.hops
  return proxies.networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** In its shortest form, without brackets, port and zone. An IPv4-mapped IPv6 address becomes the IPv4 address. */
export function readAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text.trim()) ?? []
  const [address = ''] = (bracketed ?? withPort ?? text.trim()).split('%')
  const version = isIP(address)
  if (version === 0) return undefined
  const usual = new SocketAddress({ address, family: version === 6 ? 'ipv6' : 'ipv4' }).address
  return usual.replace(/^::ffff:(?=\d+\.)/, '')
}

import type { IncomingMessage } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../settings/proxies.ts'

/**
 * Makes `request.ip` the address that a request comes from. It replaces Fastify's own, which takes over any text that
 * was forwarded, and the forwarded host with it.
 */
export function registerClientAddress(app: FastifyInstance, proxies: TrustedProxies): void {
  app.decorateRequest('ip', {
    getter(this: FastifyRequest) {
      return clientAddress(this.raw, proxies)
    },
  })
}

type Received = { socket: Pick<IncomingMessage['socket'], 'remoteAddress'>; headers: IncomingMessage['headers'] }

/** Each proxy adds the address that it was called from at the end, so the header is read from there. */
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

/** In its shortest form, without brackets, port and zone. An IPv4-mapped IPv6 address becomes the IPv4 address. */
export function readAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text.trim()) ?? []
  const [address = ''] = (bracketed ?? withPort ?? text.trim()).split('%')
  const version = isIP(address)
  if (version === 0) return undefined
  const usual = new SocketAddress({ address, family: version === 6 ? 'ipv6' : 'ipv4' }).address
  return usual.replace(/^::ffff:(?=\d+\.)/, '')
}

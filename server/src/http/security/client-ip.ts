import type { IncomingMessage } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../../core/settings/proxies.ts'

/**
 * Makes `request.ip` the IP address of the client. Fastify's own getter would accept any forwarded text, and the forwarded
 * host as well.
 */
export function registerClientIp(app: FastifyInstance, proxies: TrustedProxies): void {
  app.decorateRequest('ip', {
    getter(this: FastifyRequest) {
      return clientIp(this.raw, proxies)
    },
  })
}

type Received = { socket: Pick<IncomingMessage['socket'], 'remoteAddress'>; headers: IncomingMessage['headers'] }

/** Each proxy appends the IP address of its caller, so the header is read from the end. */
export function clientIp({ socket, headers }: Received, proxies: TrustedProxies): string {
  let ip = readIp(socket.remoteAddress ?? '') ?? ''
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  for (const [hop, text] of forwarded.reverse().entries()) {
    if (!isTrusted(proxies, ip, hop)) break
    const before = readIp(text)
    if (before === undefined) break
    ip = before
  }
  return ip
}

/** @param hop how many proxies are between this IP address and the server */
function isTrusted(proxies: TrustedProxies, ip: string, hop: number): boolean {
  if ('hops' in proxies) return hop < proxies.hops
  return proxies.networks.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The IP address in its shortest form, without brackets, port and zone. An IPv4-mapped IPv6 address becomes the IPv4
 * address.
 */
function readIp(text: string): string | undefined {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text.trim()) ?? []
  const [ip = ''] = (bracketed ?? withPort ?? text.trim()).split('%')
  const version = isIP(ip)
  if (version === 0) return undefined
  const usual = new SocketAddress({ address: ip, family: version === 6 ? 'ipv6' : 'ipv4' }).address
  return usual.replace(/^::ffff:(?=\d+\.)/, '')
}

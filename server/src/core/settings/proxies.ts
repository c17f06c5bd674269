import { BlockList, isIP } from 'node:net'

/**
 * The proxies that are trusted to forward the client's IP address: a number of them in a row, or those in some networks.
 */
export type TrustedProxies = { hops: number } | { networks: BlockList }

const expected =
  'must be the number of proxies in front (1), or their IP addresses and networks (10.0.0.0/8,192.0.2.7); 0 means none'

/** @returns the end of an error message if it is invalid */
export function readProxies(text: string): TrustedProxies | string {
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) }
  const networks = new BlockList()
  for (const item of text.split(',')) {
    const [, ip = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(item.trim()) ?? []
    const version = isIP(ip)
    const bits = version === 4 ? 32 : 128
    if (version === 0 || Number(prefix ?? bits) > bits) return expected
    networks.addSubnet(ip, Number(prefix ?? bits), version === 4 ? 'ipv4' : 'ipv6')
  }
  return { networks }
}

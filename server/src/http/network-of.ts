import ipaddr from 'ipaddr.js'

/**
 * What counts as one place in the network: an IPv4 address, however it is written, or a /64 of IPv6, which is the least
 * that one customer is given.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

import ipaddr from 'ipaddr.js'

/**
 * The network of an address: the IPv4 address itself, in any notation, or its /64 of IPv6, the smallest network that
 * one customer gets.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

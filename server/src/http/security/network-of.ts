import ipaddr from 'ipaddr.js'

/**
 * The network of an IP address: an IPv4 address itself, in any notation, or the /64 of an IPv6 address, the smallest
 * network that a customer gets.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const parsed = ipaddr.process(ip)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

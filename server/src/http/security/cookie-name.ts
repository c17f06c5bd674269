import type { Config } from '../../core/config.ts'

/**
 * The name of a cookie. Browsers send cookies to every port of a host, so the name contains the port of this console
 * unless it is the default one: two consoles on one host have separate sessions. The prefix makes browsers limit the
 * cookie to this host.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, plainName: string): string {
  const { protocol, port } = new URL(publicUrl)
  const name = port === '' ? plainName : `${plainName}-${port}`
  return protocol === 'https:' ? `__Host-${name}` : name
}

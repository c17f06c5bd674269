import { createHmac } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import type { Keys } from '../../core/crypto/keys.ts'

/**
 * JSON: the name of each shared setting with an HMAC of its value, so that the database does not contain the values. It
 * is a list, which 1.0.0 does not compare with its own record: it derived some values in another way.
 */
export function hideSettings({ shared }: Pick<Config, 'shared'>, keys: Keys): string {
  const key = keys.derive('shared settings')
  const hide = ([name, value]: [string, unknown]) => [
    name,
    createHmac('sha256', key)
      .update(JSON.stringify([name, value ?? null]))
      .digest('base64url'),
  ]
  return JSON.stringify(shared.map(hide))
}

/** The settings in which two servers differ. A version may know settings that the other does not. */
export function findDifferingSettings(ours: string, theirs: string): string[] {
  const others = new Map(parse(theirs))
  return parse(ours).flatMap(([name, value]) => ((others.get(name) ?? value) === value ? [] : [name]))
}

function parse(settings: string): [name: string, hidden: string][] {
  const list: unknown = JSON.parse(settings)
  return Array.isArray(list) ? list : []
}

import type { Config } from '../config.ts'

/** The name of a cookie; the prefix makes browsers keep it to this host alone. */
export const cookieName = ({ publicUrl }: Pick<Config, 'publicUrl'>, plainName: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${plainName}` : plainName

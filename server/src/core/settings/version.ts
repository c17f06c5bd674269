import manifest from '../../../../package.json' with { type: 'json' }

/** The version of the console, as in package.json. */
export const version: string = manifest.version

/** The last day (UTC) on which this minor version receives fixes: 12 months after its first release. See SECURITY.md. */
export const supportedUntil = '2027-11-29'

/** @returns whether this version still receives fixes at a time */
export const isSupportedAt = (ms: number): boolean => new Date(ms).toISOString().slice(0, 10) <= supportedUntil

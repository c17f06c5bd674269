import manifest from '../../../../package.json' with { type: 'json' }

/** The version of the console, as in package.json. */
export const version: string = manifest.version

/** A setting that cannot be used; the message names it and is all the operator needs to see. */
export class ConfigError extends Error {}

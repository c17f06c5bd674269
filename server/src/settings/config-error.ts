/** An invalid setting. The message names it and is all that the operator needs to see. */
export class ConfigError extends Error {}

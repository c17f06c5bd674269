/** An invalid setting. The message contains its name and everything that the system administrator needs to see. */
export class ConfigError extends Error {}

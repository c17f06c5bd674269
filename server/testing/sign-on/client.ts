/** The client id and secret of the console at a provider of tests. */
export const client = { id: 'console', secret: 'the-secret-of-the-console-at-the-provider' }

/** How the console is known to a provider of tests. */
export const client = { id: 'console', secret: 'the-secret-of-the-console-at-the-provider' }

const settingOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The name of the provider of single sign-on; empty if there is none. The server writes this setting into the page. */
export const signOnName = settingOf('sign-on-name')

/** Only people with emergency access can sign in with a password. */
export const isSignOnOnly = settingOf('sign-on-only') !== ''

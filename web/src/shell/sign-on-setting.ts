const settingOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** What people call the provider of single sign-on; empty: there is none. A server setting, written into the page. */
export const signOnName = settingOf('sign-on-name')

/** Nobody else signs in with a password but those who have emergency access. */
export const isSignOnOnly = settingOf('sign-on-only') !== ''

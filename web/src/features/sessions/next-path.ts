/** The page to open after signing in: a page of this console other than the sign-in page, never another site. */
export function safeNextPath(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, window.location.origin)) return '/'
  const url = new URL(next, window.location.origin)
  // Two slashes, as `/.//host` resolves to, begin the URL of another host.
  const isOurs = next.startsWith('/') && url.origin === window.location.origin && !url.pathname.startsWith('//')
  return isOurs && url.pathname !== '/login' ? url.pathname + url.search + url.hash : '/'
}

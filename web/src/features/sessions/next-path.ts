/** Where to go after signing in: a page of this console, never another site, and not the sign-in page again. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, window.location.origin)) return '/'
  const url = new URL(next, window.location.origin)
  // two slashes, which `/.//host` resolves to, begin an address of another host
  const isOurs = next.startsWith('/') && url.origin === window.location.origin && !url.pathname.startsWith('//')
  return isOurs && url.pathname !== '/login' ? url.pathname + url.search + url.hash : '/'
}

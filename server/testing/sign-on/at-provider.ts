/**
 * Signs in at the real provider as a browser does, without a page.
 * @returns the query with which it sends the browser back
 */
export async function signInAtProvider(url: string, login: string | 'cancel'): Promise<string> {
  const cookies = new Map<string, string>()
  let page = new URL(url)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(page, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    form = undefined
    if (location === null) {
      if (login === 'cancel') page = new URL(`${page.pathname}/abort`, page)
      else form = new URLSearchParams({ prompt: 'login', login, password: 'any' })
      continue
    }
    page = new URL(location, page)
    if (page.pathname === '/sign-on') return page.search.slice(1)
  }
  throw new Error(`the provider leads nowhere: ${page.href}`)
}

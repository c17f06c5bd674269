// Runs before the page's own script and style sheet. If one of them cannot be fetched, it shows a text in place of an
// empty page and loads the page again: while a new version is being installed, servers of both versions respond.
addEventListener(
  'error',
  ({ target }) => {
    const url = neededUrl(target)
    if (url !== undefined) void explain(url)
  },
  true,
)

let isExplained = false

function neededUrl(target) {
  if (target instanceof HTMLScriptElement && target.type === 'module') return target.src
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target.href : undefined
}

async function explain(url) {
  if (isExplained) return
  isExplained = true
  const status = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  )
  if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
  const heading = document.createElement('h1')
  heading.textContent = status === 404 ? 'A new version is being installed' : 'This page couldn’t be loaded'
  const text = document.createElement('p')
  text.textContent = 'It will load again in a few seconds.'
  const main = document.createElement('main')
  main.append(heading, text)
  main.style.cssText = 'max-width: 32rem; margin: 20vh auto; padding: 0 1rem; font-family: system-ui, sans-serif'
  document.getElementById('root').hidden = true
  document.body.prepend(main)
  setTimeout(() => location.reload(), 4_000)
}

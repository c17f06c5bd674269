import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../server/testing/processes/free-port.ts'
import { start } from './program.ts'

const startTimeoutMs = 100_000

test('the page also contains the settings in development', async () => {
  const port = String(await freePort())
  const web = start(['node', 'scripts/dev-web.ts', port], { env: { PRODUCT_NAME: `$& <Co>` } }, 'ignore')
  const ended = once(web, 'exit')
  onTestFinished(async () => {
    web.kill('SIGKILL')
    await ended
  })
  const giveUpAt = Date.now() + startTimeoutMs
  const request = () => fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } }).catch(() => undefined)
  let answer = await request()
  while (!answer && web.exitCode === null && Date.now() < giveUpAt) {
    await sleep(100)
    answer = await request()
  }
  const page = await answer?.text()
  expect(page).toContain('<title>$&amp; &lt;Co&gt;</title>')
  expect(page).toContain('<meta name="product-name" content="$&amp; &lt;Co&gt;" />')
})

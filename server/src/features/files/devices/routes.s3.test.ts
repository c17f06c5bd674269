import { expect, inject, test } from 'vitest'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'
import { download, ggufOf, sha256, startFilesApp, uploadFirst } from '../../../../testing/files/files-app.ts'
import { openCuttingProxy } from '../../../../testing/files/cutting-proxy.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { hashVersions } from '../signing/hash-versions.ts'

test('a version on S3 passes through the console, and on request redirects to the bucket, which never receives a token', async () => {
  const bucket = await openCuttingProxy(new URL(inject('s3').endpoint), { afterBytes: 0, times: 0 })
  const settings = { ...(await makeBucket()), S3_ENDPOINT: bucket.origin }
  const app = await startFilesApp(settings)
  const content = ggufOf(200_000)
  const file = (await uploadFirst(app.session, 'model.gguf', content)).json()
  await hashVersions(app.context)
  const { headers, token } = await withToken(app.testApp, ['models:read'])
  const url = `${app.origin}/machine/v1/models/gguf/versions/1`
  const get = (more: RequestInit = {}, query = '') => fetch(url + query, { headers, ...more })

  const whole = await get()
  expect([whole.status, whole.redirected, whole.headers.get('etag')]).toEqual([200, false, `"${sha256(content)}"`])
  expect(sha256(Buffer.from(await whole.arrayBuffer()))).toBe(sha256(content))
  const range = await get({ headers: { ...headers, range: 'bytes=-100' } })
  expect(Buffer.from(await range.arrayBuffer()).equals(content.subarray(-100))).toBe(true)
  const head = await get({ method: 'HEAD' }, '?redirect=1')
  expect([head.status, head.redirected]).toEqual([200, false])

  const led = await get({ redirect: 'manual' }, '?redirect=1')
  expect([led.status, new URL(led.headers.get('location') ?? '').origin]).toEqual([307, bucket.origin])
  expect(led.headers.get('cache-control')).toBe('no-store')
  const followed = await get({}, '?redirect=1')
  expect(followed.redirected).toBe(true)
  expect(sha256(Buffer.from(await followed.arrayBuffer()))).toBe(sha256(content))
  expect(bucket.heard()).toContain('GET /')
  expect(bucket.heard()).not.toContain('Bearer')
  expect(bucket.heard()).not.toContain(token)

  // This is what an admin downloads in the browser.
  const cookie = Object.entries(app.session.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const own = await fetch(file.url, { method: 'HEAD', headers: { cookie } })
  expect([own.status, own.redirected, own.headers.get('etag')]).toEqual([200, false, `"${sha256(content)}"`])
  expect((await download(app, file.url)).redirected).toBe(true)
})

import { onTestFinished } from 'vitest'
import type { TestApp } from '../build-app.ts'
import { databaseSettings } from '../engines/database-settings.ts'
import { freePort } from './free-port.ts'
import { type LaunchedServer, launchServer } from './server-process.ts'

/** A browser without a page: it stores its cookies. */
export type HttpBrowser = ReturnType<typeof httpBrowser>

/** A browser for the real server. @param cookies the cookies of a session that a factory has created, if any */
export function httpBrowser({ url }: Pick<LaunchedServer, 'url'>, cookies: Record<string, string> = {}) {
  // The names contain the port of the console's URL, which differs for this process.
  const { port } = new URL(url)
  const jar = new Map(Object.entries(cookies).map(([name, value]) => [name.replace(/-\d+$/, `-${port}`), value]))
  return {
    async call(method: string, path: string, body?: object): Promise<Response> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      return answer
    },
  }
}

/** The contents of a response under `data`. */
export async function dataOf<Data>(answer: Response | Promise<Response>): Promise<Data> {
  const { data } = (await (await answer).json()) as { data: Data }
  return data
}

/** The real server as a separate process, on the database of a test. It ends with the test. */
export async function startRealServer(
  { context }: Pick<TestApp, 'context'>,
  settings: Record<string, string> = {},
): Promise<LaunchedServer> {
  const server = await launchServer({ ...databaseSettings(context.config), LOG_LEVEL: 'silent', ...settings })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  await server.ready()
  return server
}

/** A port and its URL, for whatever has to be known before a server starts. */
export async function reserveUrl(): Promise<{ port: string; url: string }> {
  const port = String(await freePort())
  return { port, url: `http://localhost:${port}` }
}

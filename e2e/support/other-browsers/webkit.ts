import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { findProgram } from '../../../server/testing/processes/find-program.ts'
import { freePort } from '../../../server/testing/processes/free-port.ts'
import { type Commands, type Driver, scriptTimeoutMs } from './driver.ts'
import { end, launch, makeProfile, until } from './profile.ts'

const findWebKit = (): string | undefined => findProgram('WebKitWebDriver')
const findScreen = (): string | undefined => findProgram('Xvfb')

const Answer = z.object({ value: z.unknown() })
const Failure = z.object({ value: z.object({ error: z.string(), message: z.string() }) })
const Session = z.object({ sessionId: z.string() })

/** Starts the system's WebKit, in a window on a screen that exists only in memory. */
export async function startWebKit(): Promise<Driver> {
  const program = findWebKit()
  const screen = findScreen()
  if (program === undefined || screen === undefined) throw new Error('WebKitWebDriver or Xvfb is not installed')
  const profile = makeProfile()
  mkdirSync(path.join(profile.home, '.config'))
  writeFileSync(path.join(profile.home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${profile.downloads}"\n`)
  const port = await freePort()
  const display = `:${port}`
  const children = [
    launch(screen, [display, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { HOME: profile.home }),
    launch(program, [`--port=${port}`, '--host=127.0.0.1'], {
      HOME: profile.home,
      XDG_CONFIG_HOME: path.join(profile.home, '.config'),
      XDG_DATA_HOME: path.join(profile.home, '.local'),
      XDG_CACHE_HOME: path.join(profile.home, '.cache'),
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    }),
  ]
  const url = `http://127.0.0.1:${port}`
  await until('WebKitWebDriver', async () => {
    const response = await fetch(`${url}/status`).catch(() => undefined)
    return response?.ok || undefined
  })
  const capabilities = { alwaysMatch: { timeouts: { script: scriptTimeoutMs } } }
  const { sessionId } = Session.parse(await request('POST', `${url}/session`, { capabilities }))
  const session = `${url}/session/${sessionId}`
  return {
    send: (command, parameters) => {
      const [method, location, body] = requestOf[command](parameters)
      return request(method, `${session}/${location}`, body)
    },
    downloads: profile.downloads,
    stop: () => end(children.toReversed(), profile),
  }
}

type Method = 'GET' | 'POST'
type Requests = { [Name in keyof Commands]: (parameters: Commands[Name]) => [Method, string, object?] }

const requestOf: Requests = {
  Navigate: (body) => ['POST', 'url', body],
  ExecuteAsyncScript: (body) => ['POST', 'execute/async', body],
  PerformActions: (body) => ['POST', 'actions', body],
  ElementClick: ({ id }) => ['POST', `element/${id}/click`, {}],
  ElementSendKeys: ({ id, text }) => ['POST', `element/${id}/value`, { text }],
  GetWindowHandles: () => ['GET', 'window/handles'],
  SwitchToWindow: (body) => ['POST', 'window', body],
  SetWindowRect: (body) => ['POST', 'window/rect', body],
  Print: (body) => ['POST', 'print', body],
}

async function request(method: Method, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const answer: unknown = await response.json()
  if (response.ok) return Answer.parse(answer).value
  const { error, message } = Failure.parse(answer).value
  throw new Error(`${error}: ${message}`)
}

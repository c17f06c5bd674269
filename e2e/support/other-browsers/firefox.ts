import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { findProgram } from '../../../server/testing/processes/find-program.ts'
import { type Driver, scriptTimeoutMs } from './driver.ts'
import { end, launch, makeProfile, until } from './profile.ts'

const findFirefox = (): string | undefined => findProgram('firefox-esr') ?? findProgram('firefox')

const Answer = z.tuple([
  z.literal(1),
  z.int(),
  z.nullable(z.object({ error: z.string(), message: z.string() })),
  z.unknown(),
])

/** Starts the system's Firefox without a window. It obeys WebDriver's commands itself, in Marionette's frames. */
export async function startFirefox(): Promise<Driver> {
  const program = findFirefox()
  if (program === undefined) throw new Error('Firefox is not installed')
  const profile = makeProfile()
  const settings = {
    'marionette.port': 0,
    'browser.download.folderList': 2,
    'browser.download.dir': profile.downloads,
    'browser.download.alwaysOpenPanel': false,
    // Firefox asks servers of Mozilla for nothing in tests.
    'app.normandy.enabled': false,
    'app.update.auto': false,
    'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'extensions.getAddons.cache.enabled': false,
    'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'http://localhost:1',
  }
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(path.join(profile.home, 'user.js'), lines.join(''))
  const parameters = ['--headless', '--marionette', '--no-remote', '--profile', profile.home]
  const child = launch(program, parameters, { HOME: profile.home })
  const portFile = path.join(profile.home, 'MarionetteActivePort')
  const port = await until('the port of Firefox', () =>
    existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || undefined : undefined,
  )
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const call = marionette(socket)
  await call('NewSession', { timeouts: { script: scriptTimeoutMs } })
  return {
    send: call,
    downloads: profile.downloads,
    stop: async () => {
      socket.destroy()
      await end([child], profile)
    },
  }
}

/** Each frame is the length of its JSON in bytes, a colon and the JSON. One command is sent at a time. */
function marionette(socket: Socket): (command: string, parameters: object) => Promise<unknown> {
  let received = Buffer.alloc(0)
  let lastId = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    for (;;) {
      const colon = received.indexOf(':')
      const endAt = colon + 1 + Number(received.toString('latin1', 0, Math.max(colon, 0)))
      if (colon < 0 || received.length < endAt) return
      const message: unknown = JSON.parse(received.toString('utf8', colon + 1, endAt))
      received = received.subarray(endAt)
      // The first frame only introduces the protocol.
      if (!Array.isArray(message)) continue
      const [, id, error, value] = Answer.parse(message)
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`))
      else waiting.get(id)?.resolve(value)
      waiting.delete(id)
    }
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'))
  })
  return async (command, parameters) => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set((lastId += 1), answer)
    const frame = JSON.stringify([0, lastId, `WebDriver:${command}`, parameters])
    socket.write(`${Buffer.byteLength(frame)}:${frame}`)
    const result = await answer.promise
    // Marionette wraps single values, other than lists.
    return result !== null && typeof result === 'object' && 'value' in result ? result.value : result
  }
}

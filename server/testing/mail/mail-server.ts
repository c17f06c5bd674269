import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { freePort } from '../processes/free-port.ts'

type ReceivedMail = { to: string; secure: boolean; user: unknown; email: Email }

/** How the server rejects an email; undefined accepts it. `drop` accepts it and hangs up without a response. */
export type Behaviour = {
  sender?: (address: string) => number | undefined
  recipient?: (address: string) => number | undefined
  message?: () => Promise<number | 'drop' | undefined> | number | 'drop' | undefined
}

/** A real SMTP server on loopback that stores its emails; it can be stopped and restarted on its port. */
export async function startMailServer(behaviour: Behaviour = {}, options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const port = await freePort()
  let server = await listen()
  onTestFinished(() => close(server))

  function listen(): Promise<SMTPServer> {
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      disableReverseLookup: true,
      onMailFrom: ({ address }, _session, done) => done(rejection(behaviour.sender?.(address), address)),
      onRcptTo: ({ address }, _session, done) => done(rejection(behaviour.recipient?.(address), address)),
      onData: (stream, session, done) => {
        void (async () => {
          const email = await PostalMime.parse(await buffer(stream))
          const answer = await behaviour.message?.()
          if (typeof answer === 'number') return done(rejection(answer))
          const to = session.envelope.rcptTo.map(({ address }) => address).join()
          received.push({ to, secure: session.secure, user: session.user, email })
          if (answer !== 'drop') return done()
          for (const connection of next.connections) connection.close()
        })()
      },
      ...options,
    })
    next.on('error', () => {})
    return new Promise((ready) => next.listen(port, '127.0.0.1', () => ready(next)))
  }

  return {
    port,
    received,
    /** Closes all connections and rejects new ones. */
    async stop() {
      for (const connection of server.connections) connection.close()
      await close(server)
    },
    async restart() {
      server = await listen()
    },
  }
}

/** Real servers include the email address. */
function rejection(responseCode: number | undefined, address = ''): Error | null {
  return responseCode === undefined ? null : Object.assign(new Error(`<${address}> is rejected`), { responseCode })
}

function close(server: SMTPServer): Promise<void> {
  return new Promise((closed) => server.close(() => closed()))
}

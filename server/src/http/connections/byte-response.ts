import type { IncomingMessage } from 'node:http'
import { ServerResponse } from './node-http.ts'

/** A longer text gets a buffer of its own. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024)

/**
 * Sends text as its bytes. Node counts the text that a response still has to send in bytes, but the text in the
 * connection in characters. If it is not ASCII, the response can therefore ask its writer to wait without the connection
 * ever asking it to continue: the response would stop until the idle connection is closed.
 */
export class ByteResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    const write = super.write.bind(this) as (...values: unknown[]) => boolean
    const isText = typeof chunk === 'string' && (typeof encoding !== 'string' || /^utf-?8$/i.test(encoding))
    if (!isText || Buffer.byteLength(chunk) === chunk.length) return write(chunk, encoding, callback)
    // The garbage collector frees short texts early, but buffers only when there are about 64 MB of them.
    return write(toLatin1(chunk), 'latin1', typeof encoding === 'function' ? encoding : callback)
  }
}

/** A text with one character for each byte. */
function toLatin1(text: string): string {
  if (text.length * 3 > scratch.length) return Buffer.from(text).toString('latin1')
  return scratch.toString('latin1', 0, scratch.write(text))
}

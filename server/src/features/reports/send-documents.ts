import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { pieceBytes, type StoredText } from '../../core/database/queries.ts'

/**
 * Sends JSON that contains the documents of reports, separated by commas, no faster than the caller reads it. They are
 * sent without parsing, because serializing them again could change the order of fields and the form of numbers.
 * @param before the JSON before the documents, `after` the rest
 */
export const sendDocuments =
  (before: string, documents: AsyncIterable<StoredText> | Iterable<StoredText>, after: string) =>
  (reply: FastifyReply): FastifyReply =>
    reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(inPieces(before, documents, after), { highWaterMark: 1 }))

async function* inPieces(
  before: string,
  documents: AsyncIterable<StoredText> | Iterable<StoredText>,
  after: string,
): AsyncGenerator<string | Uint8Array> {
  yield before
  let separator = ''
  for await (const document of documents) {
    yield separator
    yield* piecesOf(document)
    separator = ','
  }
  yield after
}

/**
 * A document in pieces, so that no more than one of them is ever encoded at once. They are text, because the garbage
 * collector frees short texts early, but buffers only when there are about 64 MB of them. For the same reason, a buffer
 * of the document is freed after its last piece: the document is empty afterwards.
 */
export function* piecesOf(document: StoredText): Generator<string | Uint8Array> {
  // SQLite also stores other bytes, which are sent as they are.
  const isText = document.length > 1 || document.every((bytes) => isUtf8(bytes))
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const bytes of document) {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes)
      yield isText ? decoder.decode(piece, { stream: true }) : piece
    }
    const { buffer } = bytes
    const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    // Nothing else refers to the buffer: the pieces were copies.
    if (isText && isAlone) buffer.transfer(0)
  }
}

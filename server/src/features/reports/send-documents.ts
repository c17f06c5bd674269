import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StoredReport } from './store.ts'

type Document = StoredReport['document']

const pieceLength = 64 * 1024

/**
 * Sends JSON that contains the documents of reports, separated by commas, no faster than the caller reads it. They are
 * sent without parsing, because serializing them again could change the order of fields and the form of numbers.
 * @param before the JSON before the documents, `after` the rest
 */
export const sendDocuments =
  (before: string, documents: AsyncIterable<Document> | Iterable<Document>, after: string) =>
  (reply: FastifyReply): FastifyReply =>
    reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(inPieces(before, documents, after), { highWaterMark: 1 }))

async function* inPieces(
  before: string,
  documents: AsyncIterable<Document> | Iterable<Document>,
  after: string,
): AsyncGenerator<Document> {
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
 * collector frees short texts early, but buffers only when there are about 64 MB of them. For the same reason, the
 * buffer of a document is freed after its last piece: the document is empty afterwards.
 */
export function* piecesOf(document: Document): Generator<Document> {
  if (typeof document === 'string') return yield* piecesOfText(document)
  const isText = isUtf8(document)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let start = 0; start < document.length; start += pieceLength) {
    const piece = document.subarray(start, start + pieceLength)
    // SQLite also stores other bytes, which are sent as they are.
    yield isText ? decoder.decode(piece, { stream: true }) : piece
  }
  const { buffer } = document
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === document.byteLength
  // Nothing else refers to the buffer: the pieces were copies.
  if (isText && isAlone) buffer.transfer(0)
}

function* piecesOfText(document: string): Generator<string> {
  for (let start = 0; start < document.length;) {
    const end = start + pieceLength
    // Both halves of a surrogate pair stay together, because each on its own cannot be encoded.
    const isWithinPair = /[\uD800-\uDBFF]/.test(document.charAt(end - 1))
    const next = isWithinPair ? end + 1 : end
    yield document.slice(start, next)
    start = next
  }
}

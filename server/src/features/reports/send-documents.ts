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
      .send(Readable.from(inPieces(before, documents, after), { objectMode: false, highWaterMark: pieceLength }))

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

/** A document in pieces, so that no more than one of them is ever encoded at once. */
export function* piecesOf(document: Document): Generator<Document> {
  if (typeof document !== 'string') {
    for (let start = 0; start < document.length; start += pieceLength)
      yield document.subarray(start, start + pieceLength)
    return
  }
  for (let start = 0; start < document.length;) {
    const end = start + pieceLength
    // Both halves of a surrogate pair stay together, because each on its own cannot be encoded.
    const isWithinPair = /[\uD800-\uDBFF]/.test(document.charAt(end - 1))
    const next = isWithinPair ? end + 1 : end
    yield document.slice(start, next)
    start = next
  }
}

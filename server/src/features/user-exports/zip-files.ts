import { finished } from 'node:stream/promises'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZippedFile = { path: string; content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> }

/**
 * Packs files one after the other, no faster than the zip file is read: the next file is requested once the previous
 * one has been packed. When the reader disconnects, everything is destroyed.
 */
export function zipFiles(files: AsyncIterable<ZippedFile>, mtime: Date): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  void pack().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output

  async function pack(): Promise<void> {
    for await (const { path, content } of files) {
      const stream = Readable.from(content, { objectMode: false, highWaterMark: 64 * 1024 })
      const stop = () => void stream.destroy()
      output.once('close', stop)
      addOnce(zip, stream, { path, mtime })
      if (output.destroyed) stop()
      await finished(stream)
      output.off('close', stop)
    }
    zip.end()
  }
}

/**
 * Creates an entry. The zip file keeps an entry of each file until its end. So the entry must not keep the stream, nor
 * its name a part of the pool of small buffers, which keeps 64 kB.
 */
function addOnce(zip: ZipFile, stream: Readable, { path, mtime }: { path: string; mtime: Date }): void {
  let unread: Readable | undefined = stream
  const { poolSize } = Buffer
  Buffer.poolSize = 0
  try {
    zip.addReadStreamLazy(path, { mtime }, (take) => {
      const source = unread
      unread = undefined
      if (source) take(null, source)
    })
  } finally {
    Buffer.poolSize = poolSize
  }
}

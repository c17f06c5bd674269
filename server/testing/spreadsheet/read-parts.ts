import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The parts of an .xlsx file as text, by name. */
export async function readParts(file: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(file, { lazyEntries: true })
  const parts: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return parts
}

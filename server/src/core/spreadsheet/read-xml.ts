import type { SpreadsheetLimits } from './limits.ts'
import type { PackageReader } from './package-reader.ts'
import { XmlReader, type XmlHandler } from './xml-reader.ts'

/** Passes one whole part to a handler. */
export async function readXml(
  file: PackageReader,
  part: string,
  handler: XmlHandler,
  limits: SpreadsheetLimits,
  maxBytes = limits.metadataBytes,
): Promise<void> {
  const xml = new XmlReader(part, handler, limits)
  for await (const { bytes } of file.read(part, maxBytes)) xml.write(bytes)
  xml.end()
}

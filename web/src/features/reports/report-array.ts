const quote = 0x22
const backslash = 0x5c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** The array is inside two objects: {"data":{"reports":[ ... ]}} */
const arrayDepth = 3

/**
 * Extracts the array of reports from the response while it arrives, without keeping all of it in memory: 50,000 reports
 * are a gigabyte.
 */
export function createReportArrayReader() {
  let depth = 0
  let inText = false
  let escaped = false
  let started = false
  let ended = false
  let count = 0

  /** The bytes of this piece that belong to the array. */
  function read(piece: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    let from = started ? 0 : piece.length
    let to = ended ? 0 : piece.length
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      if (inText) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inText = false
        continue
      }
      if (byte === quote) inText = true
      else if (byte === openObject || byte === openArray) {
        depth += 1
        if (!started && byte === openArray && depth === arrayDepth) {
          started = true
          from = at
        } else if (started && !ended && depth === arrayDepth + 1) count += 1
      } else if (byte === closeObject || byte === closeArray) {
        if (started && !ended && depth === arrayDepth) {
          ended = true
          to = at + 1
        }
        depth -= 1
      }
    }
    return piece.subarray(Math.min(from, to), to)
  }

  return {
    read,
    /** How many reports have started to arrive. */
    count: () => count,
    /** Whether the document is complete. A lost connection cuts it short. */
    isWhole: () => ended && depth === 0,
  }
}

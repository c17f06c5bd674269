/** SHA-256 in hexadecimal digits. The whole of the blob is in memory while it runs: give it a head or a part. */
export async function sha256(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await readBytes(blob))
  return new Uint8Array(digest).toHex()
}

async function readBytes(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer()
  } catch (error) {
    throw new Error('The file was changed or moved after it was chosen. Remove it and choose it again.', {
      cause: error,
    })
  }
}

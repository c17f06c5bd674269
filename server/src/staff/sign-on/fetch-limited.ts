import type { CustomFetchOptions } from 'openid-client'

const maxAnswerBytes = 2 ** 20

/** Fetch with a size limit: answers of a provider are small, and an endless one must not fill the memory. */
export async function fetchLimited(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxAnswerBytes) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(chunks.length === 0 ? null : new Blob(chunks), { status, headers })
}

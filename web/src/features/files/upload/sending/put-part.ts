import { sendBody, type SendOptions } from '../../../../api/upload.ts'

/** The storage rejected a part. */
export class PutError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function putPart(url: string, part: Blob, options: SendOptions): Promise<void> {
  const response = await sendBody({ method: 'PUT', url }, part, options)
  if (!response.ok) throw new PutError(response.status, messageOf(await response.text()))
}

/** The console's server gives the reason in JSON. An S3 server responds in XML, which is not shown. */
function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } }
    return error?.message ?? ''
  } catch {
    return ''
  }
}

import { toast } from '../toasts.ts'

/**
 * Copies a text. If the browser blocks that, a toast says what to do instead.
 * @returns whether it was copied
 */
export async function copyText(text: string, instead = 'Select the text instead.'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.error(`Your browser blocked copying. ${instead}`)
    return false
  }
}

/** Copies a text that can also be downloaded. A toast says whether that worked. */
export async function copyDownload(text: string, what: string): Promise<void> {
  if (await copyText(text, `Download the ${what} instead.`)) toast.success(`The ${what} was copied`)
}

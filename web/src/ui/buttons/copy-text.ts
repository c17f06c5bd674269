import { toast } from '../toasts.ts'

/** Copies a text that can also be downloaded. A toast says whether that worked. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`The ${what} was copied`)
  } catch {
    toast.error(`Your browser blocked copying. Download the ${what} instead.`)
  }
}

const suffix = / \(request (\S+)\)$/

/**
 * An error text together with the ID of its request, with which a system administrator finds it in the log. The ID is
 * part of the text until it is shown, where `splitReference` separates it.
 */
export function addReference(text: string, requestId: string): string {
  return `${text} (request ${requestId})`
}

export function splitReference(text: string): { text: string; requestId: string | undefined } {
  return { text: text.replace(suffix, ''), requestId: suffix.exec(text)?.[1] }
}

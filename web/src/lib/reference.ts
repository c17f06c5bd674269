const suffix = / \(request (\S+)\)$/

/**
 * An error text together with the id of its request, by which an operator finds it in the log. The id is part of the
 * text until it is shown, where `splitReference` takes it off.
 */
export function addReference(text: string, requestId: string): string {
  return `${text} (request ${requestId})`
}

export function splitReference(text: string): { text: string; requestId: string | undefined } {
  return { text: text.replace(suffix, ''), requestId: suffix.exec(text)?.[1] }
}

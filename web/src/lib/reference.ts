const suffix = / \(request (\S+)\)$/

/**
 * The text of a failure together with the id of its request, by which an operator finds it in the log. It goes with the text
 * wherever that is handed on, and is taken off where it is shown.
 */
export function addReference(text: string, requestId: string): string {
  return `${text} (request ${requestId})`
}

export function splitReference(text: string): { text: string; requestId: string | undefined } {
  return { text: text.replace(suffix, ''), requestId: suffix.exec(text)?.[1] }
}

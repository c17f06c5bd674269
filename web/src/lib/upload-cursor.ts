const running = new Set<object>()

/**
 * While anything uploads, the cursor shows progress over the whole page.
 * @param upload identifies the upload
 */
export function showUploading(upload: object, isRunning: boolean): void {
  if (isRunning) running.add(upload)
  else running.delete(upload)
  document.documentElement.toggleAttribute('data-uploading', running.size > 0)
}

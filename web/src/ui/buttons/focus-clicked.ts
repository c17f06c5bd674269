const controls = 'button, a[href], summary, input:is([type=checkbox], [type=radio], [type=file])'

/**
 * Focuses the control that was clicked, as most browsers do by themselves. Safari does not, and a dialog would return
 * the focus to the table around the button that opened it. Call it once.
 */
export function focusClickedControls(): () => void {
  let press: MouseEvent | undefined
  const onMouseDown = (event: MouseEvent) => void (press = event)
  const onClick = ({ target, isTrusted }: MouseEvent) => {
    // Some buttons leave the focus where it is.
    if (!isTrusted || !press || press.defaultPrevented || !(target instanceof Element)) return
    const control = target.closest<HTMLElement>(controls)
    if (control !== document.activeElement) control?.focus({ preventScroll: true })
  }
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('mousedown', onMouseDown, options)
  window.addEventListener('click', onClick, options)
  return () => listening.abort()
}

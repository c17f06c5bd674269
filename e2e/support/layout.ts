import { expect, type Page } from '@playwright/test'

type LayoutError = { error: string; where: string }

/** Expects that nothing on the current page is outside the window, squeezed, covered or cut off. */
export async function expectSoundLayout(page: Page, what: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect.soft(await page.evaluate(findLayoutErrors), what).toEqual([])
}

/** Expects a touch target of at least 44 px for each control of the current page, except links within text. */
export async function expectTouchTargets(page: Page, what: string): Promise<void> {
  expect.soft(await page.evaluate(findSmallTargets), `touch targets of ${what}`).toEqual([])
}

/** Expects a border around overlays: with forced colours shadows and backgrounds are not drawn. */
export async function expectEdges(page: Page): Promise<void> {
  const bare = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[role=dialog], [role=alertdialog], [data-scope=date-picker][data-part=content], [data-scope=toast][data-part=root]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { borderTopStyle, outlineStyle } = getComputedStyle(element)
        return borderTopStyle === 'none' && outlineStyle === 'none'
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  )
  expect.soft(bare, 'without an edge in forced colours').toEqual([])
}

// The functions below run in the page and cannot use anything else from this file.

function findLayoutErrors(): LayoutError[] {
  // A space at the end of a line may overflow.
  const spacePx = 10
  const errors: LayoutError[] = []
  const add = (error: string, element: Element) => errors.push({ error, where: element.outerHTML.slice(0, 160) })
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert], .sr-only')

  const isScrolledOut = (control: Element) => {
    const { left, top, right, bottom } = control.getBoundingClientRect()
    for (let box = control.parentElement; box; box = box.parentElement) {
      const edge = box.getBoundingClientRect()
      const isOutside = left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom
      if (isOutside && getComputedStyle(box).overflowY !== 'visible') return true
    }
    return false
  }

  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) add(`the page is ${scrollWidth - clientWidth} px too wide`, document.body)

  for (const element of document.body.querySelectorAll('*')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const box = element.getBoundingClientRect()
    // Text only for screen readers is one pixel in size.
    if (text.length === 0 || box.width <= 1 || box.height <= 1 || !isShown(element)) continue
    const { lineHeight, overflowX, overflowY, webkitLineClamp } = getComputedStyle(element)
    const words = text.map((node) => node.nodeValue?.trim()).join('')
    const range = document.createRange()
    for (const node of text) {
      range.selectNodeContents(node)
      const ink = range.getBoundingClientRect()
      if (overflowX === 'visible' && ink.right > box.right + spacePx) add('text runs out of its box', element)
      const lines = Math.round(ink.height / Number.parseFloat(lineHeight))
      if (lines > 2 && words.length / lines < 3) add('a few letters a line', element)
    }
    const isCut = overflowY !== 'visible' && overflowY !== 'auto' && element.scrollHeight > element.clientHeight + 4
    if (isCut && webkitLineClamp === 'none') add('text is cut off', element)
  }

  // A part of a dialog must not cover the part above it.
  for (const body of document.body.querySelectorAll(':is([role=dialog], [role=alertdialog]) [class*=body]')) {
    const parts = [...body.children].filter((part) => isShown(part) && getComputedStyle(part).position === 'static')
    for (const [index, part] of parts.entries()) {
      const [above, box] = [parts[index - 1]?.getBoundingClientRect(), part.getBoundingClientRect()]
      const isBeside = !above || above.right <= box.left || box.right <= above.left
      if (!isBeside && box.height > 1 && above.bottom > box.top + 1 && box.bottom > above.top + 1)
        add('lies over what is above it', part)
    }
  }

  for (const control of document.body.querySelectorAll('button, label, a[href]')) {
    if (!isShown(control)) continue
    const box = control.getBoundingClientRect()
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const owner = texts.currentNode.parentElement
      if (!owner || !isShown(owner) || owner.getBoundingClientRect().width <= 1) continue
      range.selectNodeContents(texts.currentNode)
      const { top, bottom, width } = range.getBoundingClientRect()
      if (width > 0 && (top < box.top - 1 || bottom > box.bottom + 1)) add('text runs out of its control', control)
    }
  }

  const over = '[role=dialog], [role=alertdialog], [data-scope=toast], [data-part=content], [data-part=positioner]'
  for (const control of document.body.querySelectorAll(
    'a[href]:not([href="#content"]), button, input, textarea, select',
  )) {
    if (!isShown(control) || control.matches('[type=file]')) continue
    const { left, top, width, height } = control.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = width > 1 && document.elementFromPoint(x, y)
    if (!hit || hit.contains(control) || control.contains(hit) || control.closest('label')?.contains(hit)) continue
    // Allowed: overlays, controls scrolled out of a box, and those scrolled under a pinned cell or bar.
    if (hit.closest(over) && hit.closest(over) !== control.closest(over)) continue
    if (isScrolledOut(control) || hit.closest('td, th, header')) continue
    add(`covered by ${hit.outerHTML.slice(0, 100)}`, control)
  }
  return errors
}

function findSmallTargets(): string[] {
  const leastPx = 44
  // A tap on the label of a field counts, and one anywhere in a row for the link that opens it.
  const areaOf = (control: Element) =>
    control.matches('tbody [class*=rowLink]') ? control.closest('tr') : control.closest('label')
  // An open menu or a toast that covers a part of the control disappears.
  const over = '[popover], [data-scope=toast]'
  const isHit = (control: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    if (hit === null || control.contains(hit) || areaOf(control)?.contains(hit)) return true
    return hit.closest(over) !== null && control.closest(over) === null
  }
  // The border of a field is around the input. It counts as a part of the field, as in a field without a frame.
  const frameOf = (control: Element) => (control.matches('input, select') ? control.closest('[class*=box]') : null)
  const scrollerOf = (control: Element) => {
    let box = control.parentElement
    while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) box = box.parentElement
    return box
  }
  return (
    [
      ...document.body.querySelectorAll(
        'a[href]:not([href="#content"]), button:enabled, input:not([type=file]), select',
      ),
    ]
      // A link within text has no space around it.
      .filter((control) => !control.matches('p *, [inert] *, .sr-only'))
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const target = areaOf(control) ?? frameOf(control) ?? control
        const { left, top, width, height } = target.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        // The control is covered or scrolled out of its box.
        if (width <= 1 || !isHit(control, x, y)) return false
        // The row is partly scrolled out.
        const scroller = scrollerOf(control)?.getBoundingClientRect()
        if (scroller && (y - leastPx / 2 < scroller.top || y + leastPx / 2 > scroller.bottom)) return false
        const reach = (dx: number, dy: number) => {
          let px = 0
          while (px < leastPx && isHit(control, x + dx * (px + 1), y + dy * (px + 1))) px += 1
          return px
        }
        // The center itself is a pixel of the target, too.
        const isTall = height >= leastPx || reach(0, -1) + 1 + reach(0, 1) >= leastPx
        const isWide = width >= leastPx || reach(-1, 0) + 1 + reach(1, 0) >= leastPx
        // Page numbers are side by side, so their width is limited.
        return !isTall || !(isWide || control.closest('nav'))
      })
      .map((control) => control.outerHTML.slice(0, 160))
  )
}

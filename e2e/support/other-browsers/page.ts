import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { type Driver, type ElementId, elementKey } from './driver.ts'
import { until } from './profile.ts'

const Element = z.object({ [elementKey]: z.string() })
const Handles = z.array(z.string())
const Layout = z.object({ texts: z.string(), left: z.number() })
const Outcome = z.object({ value: z.optional(z.unknown()), error: z.optional(z.string()) })

/** Errors of a click that do not last: while a dialog opens or closes, it covers what is below it. */
const passing = /^(element click intercepted|stale element|element not interactable)/
const controlKey = '\uE009'
const pause = { type: 'pause', duration: 0 }

/** Finds the first element that is visible and enabled and has this label or text. Fields for files are never visible. */
const findElement = `
  const isShown = (element) => element.matches('[type=file]') ||
    (element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0)
  const clean = (text) => text.replace(/\\s+/g, ' ').trim()
  const namesOf = (element) =>
    [element.getAttribute('aria-label'), element.labels?.[0]?.textContent, element.textContent].map((text) => clean(text ?? ''))
  const isMeant = (element) => pattern === null || namesOf(element).some((text) => new RegExp(pattern).test(text))
  return [...document.querySelectorAll(selector)].find((element) => isShown(element) && !element.disabled && isMeant(element))`

type Name = string | RegExp
const patternOf = (name: Name | undefined) =>
  name === undefined
    ? null
    : name instanceof RegExp
      ? name.source
      : `^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`

/** The page of a browser other than Playwright's, with the few steps that the journeys need. */
export class OtherPage {
  private readonly driver: Driver
  private readonly origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.origin = origin
  }

  async goto(location: string): Promise<void> {
    await this.driver.send('Navigate', { url: this.origin + location })
  }

  /** Runs the body of a function in the page. Its arguments are the names in `values`. */
  async evaluate(body: string, values: Record<string, unknown> = {}): Promise<unknown> {
    const names = Object.keys(values)
    const script = `
      const answer = arguments[arguments.length - 1]
      const run = async (${names.join(', ')}) => { ${body} }
      run(...arguments).then((value) => answer({ value }), (error) => answer({ error: String(error) }))`
    const args = Object.values(values)
    const { value, error } = Outcome.parse(await this.driver.send('ExecuteAsyncScript', { script, args }))
    if (error !== undefined) throw new Error(error)
    return value
  }

  /** Calls until the result is not undefined. @throws Error with what the page shows after a minute */
  private async until<T>(what: string, call: () => T | undefined | Promise<T | undefined>): Promise<T> {
    try {
      return await until(what, call)
    } catch (error) {
      throw new Error(`The page shows: ${String(await this.evaluate('return document.body.innerText'))}`, {
        cause: error,
      })
    }
  }

  async resize(width: number, height: number): Promise<void> {
    await this.driver.send('SetWindowRect', { width, height })
  }

  /** Waits for an element that is visible and enabled. */
  async find(selector: string, name?: Name): Promise<ElementId> {
    return await this.until(`${selector} ${name ?? ''}`, async () => {
      const found = await this.evaluate(findElement, { selector, pattern: patternOf(name) })
      return found === null || found === undefined ? undefined : Element.parse(found)[elementKey]
    })
  }

  async click(selector: string, name?: Name): Promise<void> {
    await this.until(`a click on ${selector} ${name ?? ''}`, async () => {
      const id = await this.find(selector, name)
      try {
        await this.driver.send('ElementClick', { id })
        return true
      } catch (error) {
        if (error instanceof Error && passing.test(error.message)) return undefined
        throw error
      }
    })
  }

  /** Clicks an element with Ctrl, and waits until this has opened another tab. */
  async openTab(selector: string): Promise<void> {
    const before = await this.countTabs()
    // Rows that are about to be replaced open nothing.
    await this.until(`another tab after a click on ${selector}`, async () => {
      await this.clickWithControl(await this.find(selector))
      await wait(1_000)
      return (await this.countTabs()) > before || undefined
    })
  }

  private async clickWithControl(id: ElementId): Promise<void> {
    const origin = { [elementKey]: id }
    const keys = [{ type: 'keyDown', value: controlKey }, pause, pause, pause, { type: 'keyUp', value: controlKey }]
    const moves = [
      pause,
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.driver.send('PerformActions', {
      actions: [
        { type: 'key', id: 'keys', actions: keys },
        { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: moves },
      ],
    })
  }

  private async countTabs(): Promise<number> {
    return Handles.parse(await this.driver.send('GetWindowHandles', {})).length
  }

  /** Types a text, or chooses the file of this path. */
  async type(selector: string, text: string, name?: Name): Promise<void> {
    await this.driver.send('ElementSendKeys', { id: await this.find(selector, name), text })
  }

  /** Waits until the page has this text, in whichever element. */
  async see(text: string): Promise<void> {
    await this.until(
      `the text “${text}”`,
      async () => String(await this.evaluate('return document.body.innerText')).includes(text) || undefined,
    )
  }

  async waitUntilGone(selector: string): Promise<void> {
    await this.until(
      `no ${selector}`,
      async () => (await this.evaluate('return document.querySelector(selector) === null', { selector })) || undefined,
    )
  }

  /** Collects the page's errors from now until it is loaded again. */
  async keepErrors(): Promise<void> {
    await this.evaluate(`
      window.keptErrors = []
      const keep = (event) => window.keptErrors.push(String(event.reason ?? event.message ?? event.violatedDirective))
      for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation']) window.addEventListener(type, keep)`)
  }

  /** What `keepErrors` has collected. */
  async errors(): Promise<unknown> {
    return await this.evaluate('return window.keptErrors')
  }

  /** Waits for files with such a name that no longer grow. @returns their paths */
  async downloaded(name: RegExp): Promise<string[]> {
    const { downloads } = this.driver
    const sizes = new Map<string, number>()
    return await this.until(`a download ${name}`, () => {
      const files = readdirSync(downloads).map((file) => path.join(downloads, file))
      const isGrowing = files.some((file) => {
        const { size } = statSync(file)
        const before = sizes.get(file)
        sizes.set(file, size)
        return size !== before || file.endsWith('.part')
      })
      const found = files.filter((file) => name.test(path.basename(file)) && sizes.get(file) !== 0)
      return isGrowing || found.length === 0 ? undefined : found
    })
  }

  /** Applies the styles for print to a screen of this width. @returns what it shows, and how far to the left */
  async layOutAsPrinted(widthMm: number): Promise<{ texts: string; left: number }> {
    const layout = await this.evaluate(
      `
      dispatchEvent(new Event('beforeprint'))
      const isFor = (rule, medium) => rule instanceof CSSMediaRule && rule.media.mediaText === medium
      for (const sheet of document.styleSheets)
        for (const rule of sheet.cssRules) if (isFor(rule, 'print')) rule.media.mediaText = 'screen'
      document.body.style.width = widthMm + 'mm'
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const lefts = []
      while (walker.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        if (!walker.currentNode.parentElement.closest('.sr-only'))
          for (const { left, width } of range.getClientRects()) if (width > 0) lefts.push(left)
      }
      return { texts: document.body.innerText, left: Math.min(...lefts) }`,
      { widthMm },
    )
    return Layout.parse(layout)
  }

  /** Prints the page on A4. @returns the PDF */
  async print(): Promise<Buffer> {
    return Buffer.from(z.string().parse(await this.driver.send('Print', {})), 'base64')
  }
}

import type { Page } from '@playwright/test'
import { openScreens, type Screen } from './screen.ts'
import type { RunningServer } from './server.ts'
import { expect, signIn } from './test.ts'

/**
 * Opens screens in a browser that translates them. Each continues to work, and no name or address of a user or admin is
 * sent.
 */
export async function seeTranslated(page: Page, server: RunningServer, screens: Screen[]): Promise<void> {
  await page.addInitScript(translate)
  const names = await personalValues(page, server)
  await openScreens(page, server, screens, async (name) => {
    await expect.soft(page.getByText('Something went wrong'), name).toHaveCount(0)
    const sent = await page.locator('font > font').allTextContents()
    const leaked = sent.filter((text) => text.includes('@') || names.some((value) => text.includes(value)))
    expect.soft(leaked, `names sent to be translated: ${name}`).toEqual([])
  })
}

/** Returns the names, email addresses and member IDs that the console's lists show first. */
async function personalValues(page: Page, server: RunningServer): Promise<string[]> {
  await signIn(page, server.admin)
  const read = async (path: string) => (await (await page.request.get(path)).json()).data
  const users: Record<string, unknown>[] = await read('/v1/users')
  const { admins }: { admins: Record<string, unknown>[] } = await read('/v1/admins')
  return [
    ...users.flatMap(({ firstName, lastName, email, memberId }) => [`${firstName} ${lastName}`, email, memberId]),
    ...admins.flatMap(({ fullName, email }) => [fullName, email]),
  ].filter((value): value is string => typeof value === 'string' && value !== '')
}

/** Replaces each text node by elements with the same text, whenever one appears, as a translating browser does. */
export function translate() {
  const kept = 'script, style, title, textarea, option, svg, font, [translate=no]'
  const replace = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) texts.push(text)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest(kept)) continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  const start = () => {
    replace(document.body)
    const changes = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.isConnected) replace(node.parentNode ?? node)
    })
    changes.observe(document.body, { childList: true, subtree: true })
  }
  if (document.body) start()
  else document.addEventListener('DOMContentLoaded', start)
}

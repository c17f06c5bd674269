import { useEffect } from 'react'
import { brandClass, Mark } from '../ui/page/brand.tsx'
import { ThemeSwitch } from '../ui/buttons/theme-switch.tsx'
import { Toaster } from '../ui/toaster/toaster.tsx'
import { ControlsGallery } from './controls-gallery.tsx'
import { DialogsGallery } from './dialogs-gallery.tsx'
import { FilesGallery } from './files-gallery.tsx'
import { FormsGallery } from './forms-gallery.tsx'
import { FoundationsGallery } from './foundations-gallery.tsx'
import { TablesGallery } from './tables-gallery.tsx'
import styles from './gallery.module.css'

/** Every widget in every state, for development. It is not part of the built console. */
export function GalleryPage() {
  useEffect(fixStates, [])
  return (
    <main className={styles.gallery}>
      <title>Gallery · Health Console</title>
      <header className={styles.head}>
        <span className={brandClass}>
          <Mark />
          Health Console
        </span>
        <h1>Every widget, every state</h1>
        <p>Hover, focus and press are shown as fixed states, on this page only.</p>
        <ThemeSwitch />
      </header>
      <FoundationsGallery />
      <ControlsGallery />
      <FormsGallery />
      <TablesGallery />
      <FilesGallery />
      <DialogsGallery />
      <Toaster />
    </main>
  )
}

const pseudoClasses = {
  ':hover': '.is-hover',
  ':focus-visible': '.is-focus',
  ':focus-within': '.is-focus-within',
  ':active': '.is-press',
}

/**
 * Copies every style rule for hover, focus or press to a class, so that the gallery can show a fixed state and the
 * product's style sheets need no such classes.
 */
function fixStates(): void {
  for (const sheet of document.styleSheets) addTwins(sheet)
}

function addTwins(parent: CSSStyleSheet | CSSGroupingRule): void {
  for (let index = parent.cssRules.length - 1; index >= 0; index--) {
    const rule = parent.cssRules[index]
    if (rule instanceof CSSStyleRule) {
      const selector = twinOf(rule.selectorText)
      if (selector) parent.insertRule(`${selector} { ${rule.style.cssText} }`, index + 1)
    } else if (rule instanceof CSSGroupingRule) {
      addTwins(rule)
    }
  }
}

function twinOf(selector: string): string | null {
  let twin = selector
  for (const [pseudoClass, name] of Object.entries(pseudoClasses)) twin = twin.replaceAll(pseudoClass, name)
  return twin === selector ? null : twin
}

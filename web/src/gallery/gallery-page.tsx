import { useEffect } from 'react'
import { brandClass, Mark } from '../ui/brand.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { ControlsGallery } from './controls-gallery.tsx'
import { DialogsGallery } from './dialogs-gallery.tsx'
import { FilesGallery } from './files-gallery.tsx'
import { FormsGallery } from './forms-gallery.tsx'
import { FoundationsGallery } from './foundations-gallery.tsx'
import { holdStates } from './hold-states.ts'
import { TablesGallery } from './tables-gallery.tsx'
import styles from './gallery.module.css'

/** Every widget in every state, for development. It is not part of the built console. */
export function GalleryPage() {
  useEffect(holdStates, [])
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

import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

export const Route = createFileRoute('/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: GalleryPage,
})

// The condition keeps the gallery out of the production build.
const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('../gallery/gallery-page.tsx')).GalleryPage }))
  : () => null

function GalleryPage() {
  return <Gallery />
}

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../tokens.css'
import '../base.css'
import { GalleryPage } from './gallery-page.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <GalleryPage />
    </StrictMode>,
  )
}

import { createLink, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ComponentProps } from 'react'
import { whenIdle } from '../lib/when-idle.ts'

type PrefetchAnchorProps = ComponentProps<'a'> & {
  /** Whether this is the current page; the router's own rule differs. */
  current: boolean
}

/**
 * A link whose page is prefetched once half of the link is in view and the page is idle, and (by the router) on hover.
 */
export const PrefetchLink = createLink(PrefetchAnchor)

function PrefetchAnchor({ current, href, children, ...rest }: PrefetchAnchorProps) {
  const anchor = useRef<HTMLAnchorElement>(null)
  const router = useRouter()

  useEffect(() => {
    if (!anchor.current || href === undefined) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        whenIdle(() => void router.preloadRoute({ to: href }))
      },
      { threshold: 0.5 },
    )
    observer.observe(anchor.current)
    return () => observer.disconnect()
  }, [router, href])

  return (
    <a {...rest} ref={anchor} href={href} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}

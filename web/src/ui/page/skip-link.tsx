import styles from './skip-link.module.css'

/** Skips the navigation. It is the first element in the tab order of every page. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a
      className={`${styles.skip} screen-only`}
      href={`#${target}`}
      onClick={(event) => {
        // The link sets no hash in the URL, which belongs to the router.
        event.preventDefault()
        const main = document.getElementById(target)
        main?.focus()
        main?.scrollIntoView()
      }}
    >
      Skip to content
    </a>
  )
}

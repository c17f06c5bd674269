import styles from './skip-link.module.css'

/** The first stop of the keyboard on every page: jumps over the navigation. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        // the address belongs to the router: no hash goes into it
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

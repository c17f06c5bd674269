import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { SearchIcon, XIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { maxSearchLength } from '../../lib/search-length.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { InputBox } from './input-box.tsx'
import styles from './search-field.module.css'

/** A search that sends a request waits for this long after the last key. */
export const searchDelayMs = 800

type SearchFieldProps = {
  /** The accessible name and placeholder. */
  label: string
  /** The applied search. When it changes from outside (Back, a link), the text follows. */
  value: string
  /** Called with the trimmed text 800 ms after the last key, and at once on Enter or Clear. */
  onSearch: (value: string) => void
  /** Whether the response to `value` is being fetched. */
  busy?: boolean
  /** Replaces the 800 ms, for a search that sends no request. */
  delayMs?: number
  maxLength?: number
  className?: string | undefined
}

export function SearchField(props: SearchFieldProps) {
  const {
    label,
    value,
    onSearch,
    busy = false,
    delayMs = searchDelayMs,
    maxLength = maxSearchLength,
    className,
  } = props
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Searches that have not come back as `value` yet. On a slow page there can be several.
  const sent = useRef<string[]>([])

  useEffect(() => {
    const own = sent.current.indexOf(value)
    if (own >= 0) {
      sent.current.splice(0, own + 1)
      return
    }
    clearTimeout(timer.current)
    sent.current = []
    setText(value)
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  function apply(next: string) {
    clearTimeout(timer.current)
    const search = next.trim()
    if (search === (sent.current.at(-1) ?? value)) return
    sent.current.push(search)
    onSearch(search)
  }

  function change(next: string) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(next), delayMs)
  }

  function clear() {
    setText('')
    apply('')
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    apply(text)
  }

  return (
    <InputBox className={classNames(styles.search, className)} aria-busy={busy || text.trim() !== value}>
      <Icon icon={SearchIcon} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        // The server searches no longer text, so the field shows exactly what is searched.
        maxLength={maxLength}
        enterKeyHint="search"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && <IconButton icon={XIcon} label="Clear search" size="small" onClick={clear} />}
    </InputBox>
  )
}

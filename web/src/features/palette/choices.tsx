import { maxSearchLength } from '@health-console/contract/values/text.ts'
import { Fragment, useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { SearchIcon, XIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { Tag } from '../../ui/values/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InputBox } from '../../ui/fields/input-box.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import type { PaletteEntry } from './entries.ts'
import { markTyped } from './mark-typed.ts'
import styles from './palette.module.css'

type ChoicesProps = {
  /** The entries. Those of a group are next to each other. */
  entries: PaletteEntry[]
  chosen: PaletteEntry | undefined
  typed: string
  /** The search text, which is marked in what the server finds by it: names and IDs. */
  text: string
  onType: (text: string) => void
  onChoose: (id: string | undefined) => void
  onOpen: (entry: PaletteEntry) => void
  onEnter: () => void
  isBusy: boolean
}

/** A field with a list below it. The arrow keys choose from the list while the focus stays in the field. */
export function Choices({ entries, chosen, typed, text, onType, onChoose, onOpen, onEnter, isBusy }: ChoicesProps) {
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const chosenIndex = chosen ? entries.findIndex(({ id }) => id === chosen.id) : -1
  const groups = [...new Set(entries.map(({ group }) => group))]
  useEffect(() => {
    const option = list.current?.querySelector('[aria-selected=true]')
    // The first entry scrolls into view together with the heading above it.
    if (chosenIndex === 0) list.current?.scrollTo({ top: 0 })
    else option?.scrollIntoView({ block: 'nearest' })
  }, [chosenIndex])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) onChoose(entries.at((chosenIndex + step) % entries.length)?.id)
    else if (event.key !== 'Enter') return
    else onEnter()
    event.preventDefault()
  }

  return (
    <>
      <InputBox>
        {isBusy ? <Spinner /> : <Icon icon={SearchIcon} />}
        <input
          ref={field}
          role="combobox"
          aria-label="User, patient, page or command"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosenIndex}` : undefined}
          aria-autocomplete="list"
          placeholder="User, patient, page or command"
          autoComplete="off"
          spellCheck={false}
          // The server searches no longer text, so the field shows exactly what is searched.
          maxLength={maxSearchLength}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {typed !== '' && (
          <IconButton
            icon={XIcon}
            label="Clear search"
            size="small"
            onClick={() => {
              onType('')
              field.current?.focus()
            }}
          />
        )}
      </InputBox>
      <div ref={list} id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map((group) => (
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <p id={`${listId}-${group}`} className={classNames('caps', styles.group)}>
              {group}
            </p>
            {entries.map(
              (entry, index) =>
                entry.group === group && (
                  // The field handles the keyboard.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <div
                    key={entry.id}
                    id={`${listId}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === chosenIndex}
                    className={classNames(styles.option, index === chosenIndex && styles.chosen)}
                    onClick={() => onOpen(entry)}
                  >
                    <Icon icon={entry.icon} />
                    <b>
                      <Marked text={entry.label} typed={isFound(entry) ? text : ''} />
                    </b>
                    {(entry.memberId || entry.detail) && (
                      <span className={classNames('data muted', styles.detail)}>
                        {entry.memberId && <Marked text={entry.memberId} typed={isFound(entry) ? text : ''} />}
                        {entry.memberId && entry.detail && ' · '}
                        {entry.detail}
                      </span>
                    )}
                    {entry.exact && <Tag>{entry.exact}</Tag>}
                    {saysMoreThan(group, entry.kind) && <span className={styles.kind}>{entry.kind}</span>}
                  </div>
                ),
            )}
          </div>
        ))}
      </div>
    </>
  )
}

function Marked({ text, typed }: { text: string; typed: string }) {
  return markTyped(text, typed).map((part, at) =>
    part.isTyped ? <mark key={at}>{part.text}</mark> : <Fragment key={at}>{part.text}</Fragment>,
  )
}

/** Whether the kind is not just the heading's text in the singular. */
const saysMoreThan = (group: string, kind: string) => group !== `${kind}s`

const isFound = ({ group }: PaletteEntry) => group === 'Users' || group === 'Patients'

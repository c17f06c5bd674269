import type { TextToOpen } from '@health-console/contract/files/approval.ts'
import { type FileVersion, maxPromptTextBytes } from '@health-console/contract/files/files.ts'
import { conditionsOnText } from '@health-console/formats/template-conditions.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRightIcon } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { Fetched } from '../../../api/fetched.tsx'
import { isolate } from '../../../lib/isolate.ts'
import { Badge } from '../../../ui/values/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { openedTextQuery, promptTextQuery } from '../queries.ts'
import { TextChanges } from '../versions/text-changes.tsx'
import styles from './texts-to-open.module.css'
import { useFacts } from '../versions/version-differences.tsx'

type Versions = { fileId: string; version: FileVersion; current: FileVersion | null }

const nameOfText = ({ template }: Pick<TextToOpen, 'template'>) =>
  template === null ? 'Prompt' : template === '' ? 'Chat template' : `Chat template “${isolate(template)}”`

type TextsToOpenProps = Versions & {
  texts: TextToOpen[]
  onOpened: (template: string | null) => void
  /** The first text that was not opened. */
  firstUnopened: Ref<HTMLButtonElement>
}

/** The texts that an approver must open, each with its changes. */
export function TextsToOpen({ texts, onOpened, firstUnopened, ...versions }: TextsToOpenProps) {
  const next = texts.find(({ isOpened }) => !isOpened)
  return (
    <section className={styles.texts} aria-label="Read before approving">
      <h3>
        Read before approving{' '}
        <span>
          {texts.filter(({ isOpened }) => isOpened).length} of {texts.length} read
        </span>
      </h3>
      <ul>
        {texts.map((text) => (
          <li key={text.template}>
            <Text {...versions} text={text} onOpened={onOpened} button={text === next ? firstUnopened : undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type TextProps = Versions & {
  text: TextToOpen
  onOpened: (template: string | null) => void
  button: Ref<HTMLButtonElement> | undefined
}

function Text({ fileId, version, current, text, onOpened, button }: TextProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opened = useQuery({ ...openedTextQuery({ fileId, version: version.version }, text.template), enabled: isOpen })
  const before = useTextBefore({ fileId, current, template: text.template })
  const isShown = opened.data !== undefined
  useEffect(() => {
    if (isShown) onOpened(text.template)
    // The parent keeps the value, and passes a different function each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isShown, text.template])
  return (
    <>
      <button
        type="button"
        ref={button}
        className={styles.opener}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon icon={ChevronRightIcon} />
        <b>{nameOfText(text)}</b>
        <Badge colour={text.isOpened ? 'green' : 'grey'} label={text.isOpened ? 'Read' : 'Not read yet'} />
      </button>
      {isOpen && (
        <Fetched query={opened} failure="Couldn’t load the text">
          {({ data }) =>
            before !== undefined && (
              <TextChanges
                what={text.template === null ? 'prompt' : 'chat template'}
                before={before}
                after={data.text}
                marked={text.template === null ? [] : conditionsOnText(data.text)}
                isWhole
              />
            )
          }
        </Fetched>
      )}
    </>
  )
}

/** The text in the current version; undefined until it is known, empty if there is none. */
function useTextBefore({
  fileId,
  current,
  template,
}: {
  fileId: string
  current: FileVersion | null
  template: string | null
}): string | undefined {
  const isPrompt = template === null && current !== null && current.size <= maxPromptTextBytes
  const prompt = useQuery({ ...promptTextQuery(fileId, current?.version ?? 0), enabled: isPrompt })
  const facts = useFacts(fileId, template === null ? null : current)
  if (current === null) return ''
  if (template === null) return isPrompt ? prompt.data?.data.text : ''
  if (facts === undefined) return undefined
  const templates = facts.kind === 'gguf' ? facts.templates : []
  return templates.find(({ name }) => name === template)?.text ?? ''
}

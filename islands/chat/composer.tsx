/** @jsxImportSource react */
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { numberText } from '#base/format.ts'
import { mentioned, type NamedSource } from '#chat/rules/mention.ts'
import { Icon } from './icon.tsx'
import { useLocale } from './place.ts'
import { Sources } from './sources.tsx'
import { useMention } from './use-mention.ts'

/** What others may do with the box: put a name where the cursor stands, or a whole question. */
export type ComposerHandle = { insert(name: string): void; fill(question: string): void; focus(): void }

type Props = {
  handle: Ref<ComposerHandle>
  action: string
  placeholder: string
  question: string
  sources: NamedSource[]
  /** Ids of the sources left out. */
  out: Set<string>
  onSources: (out: Set<string>) => void
  price: number
  /** Longest question in characters. */
  longest: number
  balance: number
  running: boolean
  stopping: boolean
  onAsk: (question: string) => void
  onStop: () => void
}

/**
 * The box where questions are asked. Enter asks, Shift+Enter makes a line, `/` comes here from anywhere, Escape stops, and @ names a
 * source that the question is about.
 */
export function Composer(props: Props) {
  const [text, setText] = useState(props.question)
  const field = useRef<HTMLTextAreaElement>(null)
  const empty = text.trim() === ''
  const locale = useLocale()
  const mention = useMention(field, props.sources, setText)

  useLayoutEffect(() => {
    if (!field.current || CSS.supports('field-sizing', 'content')) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text])

  useImperativeHandle(props.handle, () => ({
    insert(name) {
      const box = field.current
      if (!box) return
      box.focus()
      const before = text.slice(0, box.selectionStart)
      const after = text.slice(box.selectionEnd)
      const word = `${before === '' || /\s$/.test(before) ? '' : ' '}${name}${/^\s/.test(after) ? '' : ' '}`
      setText(before + word + after)
      requestAnimationFrame(() => box.setSelectionRange(before.length + word.length, before.length + word.length))
    },
    fill(question) {
      setText(question)
      field.current?.focus()
    },
    focus: () => field.current?.focus(),
  }))

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])

  const ask = () => {
    if (empty || props.running) return
    props.onAsk(text.trim())
    setText('')
  }
  return (
    <form
      className="composer"
      action={props.action}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <label className="quiet" htmlFor="question">
        Your question
      </label>
      {mention.choices.length > 0 && (
        <div className="mentions" id="mentions" role="listbox" aria-label="Sources">
          {mention.choices.map((source, at) => (
            <div
              key={source.id}
              id={`mention-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={source === mention.current}
              onPointerDown={(event) => {
                // The box keeps the focus.
                event.preventDefault()
                mention.take(source)
              }}
            >
              {source.name}
            </div>
          ))}
        </div>
      )}
      <textarea
        id="question"
        name="question"
        ref={field}
        rows={1}
        maxLength={props.longest}
        placeholder={props.placeholder}
        value={text}
        aria-autocomplete="list"
        aria-controls={mention.current ? 'mentions' : undefined}
        aria-activedescendant={mention.current ? `mention-${mention.choices.indexOf(mention.current)}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          mention.look()
        }}
        onSelect={mention.look}
        onBlur={mention.close}
        onKeyDown={(event) => {
          if (mention.onKey(event)) return
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          ask()
        }}
      />
      <div className="composer-foot">
        <Sources
          sources={props.sources}
          out={props.out}
          named={mentioned(text, props.sources).ids}
          onSources={props.onSources}
        />
        <span className="composer-price">
          {props.price} {props.price === 1 ? 'credit' : 'credits'}
          <span className={props.balance < props.price ? 'composer-left composer-short' : 'composer-left'}>
            {' '}
            · {numberText(props.balance, locale)} left
          </span>
        </span>
        {props.running ? (
          <button type="button" className="button composer-stop" onClick={props.onStop} disabled={props.stopping}>
            <Icon name="stop" /> {props.stopping ? 'Stopping…' : 'Stop'}
          </button>
        ) : (
          <button type="submit" className="button button-primary composer-ask" disabled={empty}>
            Ask <Icon name="enter" />
          </button>
        )}
      </div>
    </form>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** @jsxImportSource react */
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { numberText } from '#base/written.ts'
import { Icon } from './icon.tsx'
import { useLocale } from './place.ts'

export type Source = { id: string; name: string }
/** What others may do with the box: put a name where the cursor stands, or a whole question. */
export type ComposerHandle = { insert(name: string): void; fill(question: string): void; focus(): void }

type Props = {
  handle: Ref<ComposerHandle>
  action: string
  placeholder: string
  question: string
  sources: Source[]
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

/** The box where questions are asked. Enter asks, Shift+Enter makes a line, `/` comes here from anywhere, Escape stops. */
export function Composer(props: Props) {
  const [text, setText] = useState(props.question)
  const field = useRef<HTMLTextAreaElement>(null)
  const empty = text.trim() === ''
  const locale = useLocale()

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
      <textarea
        id="question"
        name="question"
        ref={field}
        rows={1}
        maxLength={props.longest}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          ask()
        }}
      />
      <div className="composer-foot">
        <Sources sources={props.sources} out={props.out} onSources={props.onSources} />
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

/** The sources in play as chips; a click leaves one out of the next questions. */
function Sources({ sources, out, onSources }: Pick<Props, 'sources' | 'out' | 'onSources'>) {
  if (sources.length === 0) return null
  const toggle = (id: string) => {
    const next = new Set(out)
    if (!next.delete(id)) next.add(id)
    // At least one source stays in play.
    if (next.size < sources.length) onSources(next)
  }
  const shown = sources.slice(0, 4)
  return (
    <fieldset className="composer-sources">
      <legend className="quiet">Sources in play</legend>
      {shown.map((source) => (
        <button
          key={source.id}
          type="button"
          className="source-chip"
          aria-pressed={!out.has(source.id)}
          onClick={() => toggle(source.id)}
          title={out.has(source.id) ? `Use ${source.name} again` : `Leave out ${source.name}`}
        >
          {source.name}
        </button>
      ))}
      {sources.length > shown.length && <span className="hint">+{sources.length - shown.length}</span>}
    </fieldset>
  )
}

/** @jsxImportSource react */
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { counted, numberText } from '#base/format.ts'
import { mentioned, type NamedSource, offered, typedMention } from '#chat/rules/mention.ts'
import type { AgentChoice, ChatScreen } from '#chat/rules/screen.ts'
import { href, urls } from '../../src/urls.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Form } from '../kit/parts.tsx'
import { useLocale } from '../kit/use-browser.ts'
import { AgentMark, AgentMenu } from './agents.tsx'
import { Sources } from './sources.tsx'
import type { Thread } from './use-thread.ts'

/** What may be named with @: a source, which stays in the question, or an agent, which is chosen and leaves it. */
type Named = NamedSource & { agent?: AgentChoice }

/**
 * Names of agents and sources offered while one is typed after @: arrows choose, Enter and Tab take, Escape closes.
 * @param write puts the changed text into the box
 */
function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  names: Named[],
  write: (text: string) => void,
  onAgent: (id: string) => void,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const choices = typed === null ? [] : offered(typed, names)
  const current = choices[Math.min(at, choices.length - 1)] ?? null

  /** Called when the text or the place of the cursor has changed. */
  const update = () => {
    const box = field.current
    const next = box ? typedMention(box.value.slice(0, box.selectionStart)) : null
    if (next === typed) return
    setTyped(next)
    setAt(0)
  }
  const take = (one: Named) => {
    const box = field.current
    if (!box || typed === null) return
    // An agent takes its sign along.
    const from = box.selectionStart - typed.length - (one.agent ? 1 : 0)
    const after = box.value.slice(box.selectionStart)
    const name = one.agent ? '' : `${one.name}${/^\s/.test(after) ? '' : ' '}`
    if (one.agent) onAgent(one.id)
    write(box.value.slice(0, from) + name + after)
    setTyped(null)
    requestAnimationFrame(() => {
      box.focus()
      box.setSelectionRange(from + name.length, from + name.length)
    })
  }
  /** @returns whether the key was for the list */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!current || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setAt((choices.indexOf(current) + 1) % choices.length)
    else if (event.key === 'ArrowUp') setAt((choices.indexOf(current) - 1 + choices.length) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(current)
    else if (event.key === 'Escape') setTyped(null)
    else return false
    event.preventDefault()
    return true
  }
  return { choices, current, update, take, onKey, close: () => setTyped(null) }
}

/** What others may do with the box: put a name where the cursor stands, or a whole question. */
export type ComposerHandle = { insert(name: string): void; fill(question: string): void }

type Props = {
  handle: Ref<ComposerHandle>
  screen: ChatScreen
  thread: Thread
  balance: number
  leftOut: Set<string>
  onSources: (leftOut: Set<string>) => void
  /** Who is asked. */
  agent: AgentChoice
  onAgent: (id: string) => void
}

/**
 * The box where questions are asked. Enter asks, Shift+Enter makes a line, `/` comes here from anywhere, Escape stops, and @ names a
 * source that the question is about, or the agent that is asked.
 */
export function Composer({ handle, screen, thread, balance, leftOut, onSources, agent, onAgent }: Props) {
  const [report, setReport] = useState(false)
  const { pricePerAnswer, pricePerReport } = screen
  const price = report ? (pricePerReport ?? pricePerAnswer) : pricePerAnswer
  const { sources } = screen.data
  const { agents } = screen
  const hasChoice = agents.length > 1
  const names: Named[] = [...(hasChoice ? agents.map((one) => ({ ...one, agent: one })) : []), ...sources]
  const { messages, running, stopping } = thread
  /** Who is answered, where that is somebody else, whose question is not stopped in their conversation. */
  const other = screen.by && messages.findLast(({ role }) => role === 'user')?.metadata?.by
  const [text, setText] = useState(screen.question ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const empty = text.trim() === ''
  const locale = useLocale()
  const mention = useMention(field, names, setText, onAgent)

  useLayoutEffect(() => {
    if (!field.current || CSS.supports('field-sizing', 'content')) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text])

  useImperativeHandle(handle, () => ({
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
  }))

  const ask = () => {
    if (empty || running) return
    void thread.ask(text.trim(), report)
    setText('')
    // The next question is an ordinary one: a report costs more, and is chosen each time.
    setReport(false)
  }
  return (
    <Form className="composer" action={href(urls.workspace, { id: screen.workspaceId })} onSend={ask}>
      <label className="quiet" htmlFor="question">
        Your question
      </label>
      {mention.choices.length > 0 && (
        <div
          className="mentions"
          id="mentions"
          role="listbox"
          aria-label={hasChoice ? 'Agents and sources' : 'Sources'}
        >
          {mention.choices.map((one, at) => (
            <div
              key={one.id}
              id={`mention-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={one === mention.current}
              onPointerDown={(event) => {
                // The box keeps the focus.
                event.preventDefault()
                mention.take(one)
              }}
            >
              {one.agent && <AgentMark agent={one.agent} />} {one.name}
              {one.agent && <small> agent</small>}
            </div>
          ))}
        </div>
      )}
      <textarea
        id="question"
        name="question"
        data-question
        ref={field}
        rows={1}
        maxLength={screen.questionLength}
        enterKeyHint="send"
        placeholder={report ? 'What should the report be about?' : placeholderOf(screen, messages.length)}
        value={text}
        aria-autocomplete="list"
        aria-controls={mention.current ? 'mentions' : undefined}
        aria-activedescendant={mention.current ? `mention-${mention.choices.indexOf(mention.current)}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          mention.update()
        }}
        onSelect={mention.update}
        onBlur={mention.close}
        onKeyDown={(event) => {
          if (mention.onKey(event)) return
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          ask()
        }}
      />
      {report && balance < price && (
        <p className="composer-lacks" role="status">
          A report costs {counted(price, 'credit', 'credits', locale)}, and you have {numberText(balance, locale)}.{' '}
          <a href={urls.billing}>Get more credits</a>
        </p>
      )}
      <div className="composer-foot">
        {hasChoice && <AgentMenu {...{ agents, agent, onAgent }} />}
        <Sources {...{ sources, leftOut, onSources }} named={mentioned(text, sources).ids} />
        {pricePerReport !== null && (
          <button
            type="button"
            className="composer-report"
            aria-pressed={report}
            title={`A report: several steps with a plan, charts and tables, for ${counted(pricePerReport, 'credit', 'credits', locale)}`}
            onClick={() => setReport(!report)}
          >
            <Icon name="report" /> Report
          </button>
        )}
        <span className="composer-price">
          {counted(price, 'credit', 'credits', locale)}
          <span className={balance < price ? 'composer-left composer-short' : 'composer-left'}>
            {' '}
            · {numberText(balance, locale)} left
          </span>
        </span>
        {running ? (
          <Button className="composer-stop" onClick={thread.stop} disabled={stopping || !!other}>
            <Icon name="stop" /> {other ? `Waiting for ${other}` : stopping ? 'Stopping…' : 'Stop'}
          </Button>
        ) : (
          <Button type="submit" look="primary" className="composer-ask" disabled={empty}>
            {report ? 'Write' : 'Ask'} <Icon name="enter" />
          </Button>
        )}
      </div>
    </Form>
  )
}

const placeholderOf = ({ data: { total, sources } }: ChatScreen, messages: number) =>
  messages > 0
    ? 'Ask a follow-up…'
    : total > 0
      ? `Ask about your data${sources.length > 1 ? ', or about @ one source' : ''}…`
      : 'Add data first, then ask about them…'

/** @jsxImportSource react */
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { CodeHandle, Knowledge } from './code.ts'
import type { Span } from './statement.ts'

export type FieldHandle = Pick<CodeHandle, 'selection' | 'insert' | 'replace' | 'focus'>

type Props = {
  handle: Ref<FieldHandle>
  /** Another one is another text: what was undone in one is not undone in the other. */
  draft: string
  text: string
  knowledge: Knowledge
  problem: (Span & { message: string }) | null
  onChange: (text: string) => void
  onRun: () => void
}

/** Where SQL is written: a plain text field until the editor has been fetched, and where it cannot be. */
export function CodeField(props: Props) {
  const { draft, text, knowledge, problem } = props
  const host = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const code = useRef<CodeHandle>(null)
  const [ready, setReady] = useState(false)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    let unmounted = false
    const open = async () => {
      const { createEditor } = await import('./code.ts')
      if (unmounted || !host.current) return
      const focused = document.activeElement === plain.current
      code.current = createEditor(host.current, {
        text: latest.current.text,
        knowledge: latest.current.knowledge,
        onChange: (next) => latest.current.onChange(next),
        onRun: () => latest.current.onRun(),
      })
      setReady(true)
      if (focused) code.current.focus()
    }
    // Without it the plain field stays, which does all that is needed.
    open().catch(() => {})
    return () => {
      unmounted = true
      code.current?.close()
      code.current = null
    }
  }, [])

  const shownDraft = useRef(draft)
  useEffect(() => {
    const editor = code.current
    if (!editor) return
    if (shownDraft.current !== draft || editor.text() !== text) editor.setText(text)
    shownDraft.current = draft
  }, [draft, text])
  useEffect(() => {
    if (ready) code.current?.know(knowledge)
  }, [knowledge, ready])
  useEffect(() => {
    if (ready) code.current?.mark(problem)
  }, [problem, ready])

  useImperativeHandle(props.handle, (): FieldHandle => {
    const field = () => plain.current!
    const replace = ({ from, to }: Span, insert: string) => {
      const { text, onChange } = latest.current
      onChange(text.slice(0, from) + insert + text.slice(to))
      requestAnimationFrame(() => {
        field().focus()
        field().setSelectionRange(from + insert.length, from + insert.length)
      })
    }
    const selection = () => ({ from: field().selectionStart, to: field().selectionEnd })
    return {
      selection: () => code.current?.selection() ?? selection(),
      insert: (name) => (code.current ? code.current.insert(name) : replace(selection(), name)),
      replace: (span, name) => (code.current ? code.current.replace(span, name) : replace(span, name)),
      focus: () => (code.current ? code.current.focus() : field().focus()),
    }
  }, [])

  return (
    <div className="sql-code">
      <textarea
        ref={plain}
        name="sql"
        aria-label="SQL statement"
        rows={9}
        value={text}
        hidden={ready}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder="SELECT …"
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          props.onRun()
        }}
      />
      <div ref={host} className="sql-shadow" hidden={!ready} />
    </div>
  )
}

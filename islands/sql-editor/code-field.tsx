/** @jsxImportSource react */
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { isRunKey } from '../chat/sql-editor.tsx'
import type { CodeHandle, CodeOptions, Knowledge } from './code.ts'
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

type Create = (host: HTMLElement, options: CodeOptions) => CodeHandle

/** Where SQL is written: a plain text field until the editor has been fetched, and where it cannot be. */
export function CodeField({ handle, draft, text, knowledge, problem, onChange, onRun }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const [editor, setEditor] = useState<CodeHandle | null>(null)
  const change = useEffectEvent(onChange)
  const run = useEffectEvent(onRun)
  const create = useEffectEvent((createEditor: Create, element: HTMLElement) => {
    const created = createEditor(element, { text, knowledge, onChange: (next) => change(next), onRun: () => run() })
    if (document.activeElement === plain.current) requestAnimationFrame(created.focus)
    setEditor(created)
    return created
  })
  useEffect(() => {
    let created: CodeHandle | undefined
    const over = new AbortController()
    import('./code.ts').then(
      ({ createEditor }) => {
        if (host.current && !over.signal.aborted) created = create(createEditor, host.current)
      },
      // Without it the plain field stays, which does all that is needed.
      () => {},
    )
    return () => {
      over.abort()
      created?.close()
      setEditor(null)
    }
  }, [])

  const shownDraft = useRef(draft)
  useEffect(() => {
    if (editor && (shownDraft.current !== draft || editor.text() !== text)) editor.setText(text)
    shownDraft.current = draft
  }, [editor, draft, text])
  useEffect(() => editor?.know(knowledge), [editor, knowledge])
  useEffect(() => editor?.mark(problem), [editor, problem])

  useImperativeHandle(handle, (): FieldHandle => {
    if (editor) return editor
    const field = plain.current!
    const selection = () => ({ from: field.selectionStart, to: field.selectionEnd })
    const replace = ({ from, to }: Span, insert: string) => {
      onChange(text.slice(0, from) + insert + text.slice(to))
      requestAnimationFrame(() => {
        field.focus()
        field.setSelectionRange(from + insert.length, from + insert.length)
      })
    }
    return { selection, replace, insert: (name) => replace(selection(), name), focus: () => field.focus() }
  })

  return (
    <div className="sql-code">
      <textarea
        ref={plain}
        name="sql"
        aria-label="SQL statement"
        rows={9}
        value={text}
        hidden={editor !== null}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder="SELECT …"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isRunKey(event)) return
          event.preventDefault()
          onRun()
        }}
      />
      <div ref={host} className="sql-shadow" hidden={!editor} />
    </div>
  )
}

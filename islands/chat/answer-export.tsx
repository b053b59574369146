/** @jsxImportSource react */
import { useRef } from 'react'
import { fileStem } from '#base/text.ts'
import { Icon } from '../kit/icon.tsx'
import { Problem } from '../kit/parts.tsx'
import { track } from '../kit/track.ts'
import { useAction } from '../kit/use-action.ts'
import { download, exportAnswer } from './calls.ts'

const FILES = [
  ['pdf', 'PDF'],
  ['md', 'Markdown'],
] as const

/** The answer as a file, with its charts and tables. */
export function AnswerExport({ id, text }: { id: string; text: string }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { busy, error, run } = useAction()
  const save = (format: 'pdf' | 'md') =>
    run(async () => {
      const { content, name } = await exportAnswer(id, format)
      download(content, name ?? `${fileStem(text.slice(0, 60)) || 'answer'}.${format}`)
      track('download_file', { file_extension: format, content: 'file' })
      if (menu.current) menu.current.open = false
    })
  return (
    <details className="menu share-menu" ref={menu}>
      <summary aria-label="Save the answer as a file" title="Save as a file">
        <Icon name="download" />
      </summary>
      <div className="menu-list">
        {FILES.map(([format, label]) => (
          <button key={format} type="button" disabled={busy} aria-busy={busy} onClick={() => save(format)}>
            <Icon name="report" /> Save as {label}
          </button>
        ))}
        <Problem className="sql-error" text={error} />
      </div>
    </details>
  )
}

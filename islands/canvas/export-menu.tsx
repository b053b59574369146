/** @jsxImportSource react */
import { useState } from 'react'
import { href, urls } from '../../src/urls.ts'
import { Icon } from '../chat/icon.tsx'
import { apiAddress } from '../kit/api-address.ts'
import { addressFilters } from './address.ts'

const FILES = [
  ['html', 'HTML'],
  ['pdf', 'PDF'],
  ['md', 'Markdown'],
] as const

/** The board as a file, with the filters that are set: links, which need no script. */
export function ExportMenu({ id }: { id: string }) {
  const [filters, setFilters] = useState('')
  return (
    <details className="menu canvas-export" onToggle={() => setFilters(addressFilters())}>
      <summary aria-label="Save this canvas as a file" title="Save as a file">
        <Icon name="download" />
      </summary>
      <div className="menu-list">
        {FILES.map(([format, label]) => (
          <a key={format} href={apiAddress(href(urls.apiCanvasExport, { id }, { format, filters }))} download>
            <Icon name="report" /> Save as {label}
          </a>
        ))}
      </div>
    </details>
  )
}

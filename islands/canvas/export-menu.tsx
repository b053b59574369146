/** @jsxImportSource react */
import { useRef, useState } from 'react'
import { fileStem } from '#base/text.ts'
import { href, urls } from '../../src/urls.ts'
import { download } from '../chat/calls.ts'
import { call } from '../kit/api.ts'
import { apiAddress } from '../kit/api-address.ts'
import { Icon } from '../kit/icon.tsx'
import { Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated } from '../kit/use-browser.ts'
import { addressFilters } from './address.ts'

const FILES = [
  ['html', 'HTML'],
  ['pdf', 'PDF'],
  ['md', 'Markdown'],
] as const

/** The theme that the page is shown in. */
const theme = () => {
  const chosen = document.documentElement.dataset.theme
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  return dark ? 'dark' : 'light'
}

/** The board as a file, with the filters that are set: links, which need no script, and a picture, which the browser draws. */
export function ExportMenu({ id, name }: { id: string; name: string }) {
  const [filters, setFilters] = useState('')
  const menu = useRef<HTMLDetailsElement>(null)
  const hydrated = useHydrated()
  const { busy, error, run } = useAction()
  const address = (format: string, more = {}) => href(urls.apiCanvasExport, { id }, { format, filters, ...more })
  const picture = () =>
    run(async () => {
      const [{ boardPicture }, page] = await Promise.all([
        import('./board-picture.ts'),
        call(address('html', { theme: theme() })),
      ])
      download(await boardPicture(await page.text()), `${fileStem(name) || 'canvas'}.png`)
      if (menu.current) menu.current.open = false
    })
  return (
    <details className="menu canvas-export" ref={menu} onToggle={() => setFilters(addressFilters())}>
      <summary aria-label="Save this canvas as a file" title="Save as a file">
        <Icon name="download" />
      </summary>
      <div className="menu-list">
        {FILES.map(([format, label]) => (
          <a key={format} href={apiAddress(address(format))} download>
            <Icon name="report" /> Save as {label}
          </a>
        ))}
        {hydrated && (
          <button type="button" disabled={busy} aria-busy={busy} onClick={picture}>
            <Icon name="report" /> Save as PNG
          </button>
        )}
        <Problem className="sql-error" text={error} />
      </div>
    </details>
  )
}

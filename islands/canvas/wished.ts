import { type Wish, wishOf } from '#chat/rules/wish.ts'
import { href, urls } from '../../src/urls.ts'
import { store, takeStored } from '../kit/stored.ts'

/** What was wished in the chat of a canvas, or of a block that was pinned there. */
type Wished = { canvas: string; block?: string; question: string }
const NAME = 'wished'

/** Opens a canvas with the watch or schedule filled in. The wish lies in this tab: an address could come from anybody, with any recipient. */
export function openWished(wished: Wished): void {
  store('sessionStorage', NAME, wished)
  location.assign(href(urls.canvas, { id: wished.canvas }))
}

/** The wish that the page before left for this canvas, once. */
export function takeWished(canvas: string): { block: string; wish: Wish } | null {
  const left = takeStored<Wished>('sessionStorage', NAME)
  const wish = left?.canvas === canvas ? wishOf(left.question) : null
  return wish && { block: left?.block ?? '', wish }
}

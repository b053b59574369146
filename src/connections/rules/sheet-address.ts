/** Where a Google Sheet is read from: the whole workbook, or one sheet of it when the address names one. */
export type SheetExport = { path: string; format: 'xlsx' | 'csv' }

/** @param text the address as the browser shows it; null for any other */
export function sheetExport(text: string): SheetExport | null {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:' || url.hostname !== 'docs.google.com') return null
  const gid = /gid=(\d{1,15})/.exec(url.hash + url.search)?.[1]
  const published = /^\/spreadsheets\/(?:u\/\d+\/)?d\/e\/([\w-]{10,200})/.exec(url.pathname)?.[1]
  const format = gid === undefined ? 'xlsx' : 'csv'
  if (published) {
    const one = gid === undefined ? '' : `&single=true&gid=${gid}`
    return { path: `/spreadsheets/d/e/${published}/pub?output=${format}${one}`, format }
  }
  const id = /^\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]{10,200})/.exec(url.pathname)?.[1]
  if (!id || id === 'e') return null
  return { path: `/spreadsheets/d/${id}/export?format=${format}${gid === undefined ? '' : `&gid=${gid}`}`, format }
}

/** What programs write under the name of a workbook: a page with a table, or XML of older spreadsheets. */
const ROW = /<(tr|(?:ss:)?row)\b([^>]*?)(\/>|>([\s\S]*?)(?=<\/\1\s*>|<\1\b|$))/gi
const CELL = /<(t[dh]|(?:ss:)?cell)\b([^>]*?)(\/>|>([\s\S]*?)(?=<\/\1\s*>|<(?:t[dhr]|(?:ss:)?(?:cell|row))\b|$))/gi
const TABLE = /<\/(?:table|(?:ss:)?worksheet)\s*>/i
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
}
const MOST_SPANNED = 100

/** Whether a text marks up a table: pages without one are none. */
export const hasMarkedTable = (text: string): boolean =>
  /^\ufeff?\s*</.test(text) &&
  (/<table\b[\s\S]*<tr\b/i.test(text) || /<(?:ss:)?workbook\b[\s\S]*<(?:ss:)?row\b/i.test(text))

export const decoded = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = Number(decimal ?? Number.parseInt(hex, 16))
    return name ? (NAMED[name.toLowerCase()] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const textIn = (content = '') =>
  decoded(
    content
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/\s+/g, ' ')
      .replace(/<br\b[^>]*>/gi, '\n')
      .replace(/<[^>]*>/g, ''),
  ).trim()

/** What a text says without its marks, each part in the line that it has. */
export const unmarked = (text: string) =>
  decoded(
    text.replace(
      /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>|<!\[CDATA\[|\]\]>|<[^>]*>/gi,
      (mark) => ` ${mark.replace(/[^\n]/g, '')}`,
    ),
  )

const numberIn = (attributes: string, name: string) =>
  Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(attributes)?.[1] ?? 0)

/** The cells of the tables that a text marks up, a row a line and an empty one between tables; null for a text that marks up none. */
export function markedCells(text: string): (string[] | null)[] | null {
  if (!hasMarkedTable(text)) return null
  const rows = text.split(TABLE).flatMap((table) => [...rowsOf(table), null])
  const width = Math.max(0, ...rows.map((cells) => cells?.length ?? 0))
  return width > 0 ? rows.map((cells) => cells && [...cells, ...Array<string>(width - cells.length).fill('')]) : null
}

/** The rows of one table. A cell over several rows has its value in each of them; one that names a column, in the first. */
function rowsOf(table: string): (string[] | null)[] {
  const above: { text: string; rows: number }[] = []
  return [...table.matchAll(ROW)].map(([, , , , row = '']) => {
    const cells: string[] = []
    const fill = () => {
      for (let one = above[cells.length]; one && one.rows > 0; one = above[cells.length]) {
        one.rows--
        cells.push(one.text)
      }
    }
    for (const [, tag = '', attributes = '', , content] of row.matchAll(CELL)) {
      fill()
      const place = numberIn(attributes, 'ss:index')
      while (place > 0 && cells.length < Math.min(place - 1, MOST_SPANNED)) cells.push('')
      const text = textIn(content)
      const more = Math.max(numberIn(attributes, 'colspan') - 1, numberIn(attributes, 'ss:mergeacross'))
      const rows = Math.max(numberIn(attributes, 'rowspan') - 1, numberIn(attributes, 'ss:mergedown'))
      for (let at = 0; at <= Math.min(more, MOST_SPANNED) || at === 0; at++) {
        above[cells.length] = { text: at > 0 || /h$/i.test(tag) ? '' : text, rows }
        cells.push(at > 0 ? '' : text)
      }
    }
    fill()
    return cells.length > 0 ? cells : null
  })
}

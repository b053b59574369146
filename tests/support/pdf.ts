import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

type Item = { str: string; hasEOL: boolean } | { type: string; tag?: string }

/**
 * The text of a PDF as readers copy and search it: where a span says what it stands for (`ActualText`), that, which unpdf does not know
 * of; elsewhere the letters that are drawn.
 */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const actual = actualTexts(bytes)
  const document = await getDocumentProxy(bytes.slice())
  const words: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = (await page.getTextContent({ includeMarkedContent: true })) as { items: Item[] }
    const open: boolean[] = []
    for (const item of items) {
      if ('str' in item) {
        if (!open.includes(true)) words.push(item.str)
        if (item.hasEOL) words.push('\n')
      } else if (item.type.startsWith('begin')) {
        open.push(item.tag === 'Span')
        if (item.tag === 'Span') words.push(actual.shift() ?? '')
      } else if (item.type === 'endMarkedContent') open.pop()
    }
  }
  return words.join('')
}

/** What the spans of all pages say, in order. */
function actualTexts(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  const found: string[] = []
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 1)) {
    // "endstream" is followed by a line end as well.
    if (file.subarray(at - 3, at).toString() === 'end') continue
    const packed = file.subarray(at + 7, file.indexOf('endstream', at))
    if (packed[0] !== 0x78) continue
    const content = inflateSync(packed).toString('latin1')
    for (const [, text = ''] of content.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)) found.push(textOf(text))
  }
  return found
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string of a page description: UTF-16 behind its mark, else Latin-1. */
function textOf(escaped: string): string {
  const plain = escaped.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign)
  return plain.startsWith('\xfe\xff') ? Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le') : plain
}

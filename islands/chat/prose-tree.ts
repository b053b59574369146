import type { BoundNumber } from '#analyst/rules/answer.ts'

/**
 * A safe subset of Markdown as a tree: every run of text keeps its place in the source, because bound numbers are given as
 * offsets into it. There is no HTML in it and there are no images; links go to http and https only.
 */
export type Inline =
  | { kind: 'text'; text: string; start: number }
  | { kind: 'strong' | 'emphasis'; inside: Inline[] }
  | { kind: 'code'; text: string; start: number }
  | { kind: 'link'; href: string; host: string; inside: Inline[] }
export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; inside: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

type Line = { text: string; start: number }

/** Reads prose into blocks. Never throws: what is no Markdown is text. */
export function proseTree(source: string): Block[] {
  const lines: Line[] = []
  let start = 0
  for (const text of source.split('\n')) {
    lines.push({ text, start })
    start += text.length + 1
  }
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const [block, next] = readBlock(lines, at)
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

const BULLET = /^\s{0,6}([-*+•]|\d{1,3}[.)])\s+/
const startsBlock = (text: string) => /^\s*$|^#{1,6}\s|^```|^>\s?/.test(text) || BULLET.test(text)

function readBlock(lines: Line[], at: number): [Block | null, number] {
  const line = lines[at]!
  if (/^\s*$/.test(line.text)) return [null, at + 1]
  if (line.text.startsWith('```')) return readFence(lines, at)
  const heading = /^#{1,6}\s+/.exec(line.text)
  if (heading) return [{ kind: 'heading', inside: inline(cutLine(line, heading[0].length)) }, at + 1]
  if (BULLET.test(line.text)) return readList(lines, at)
  if (
    line.text.includes('|') &&
    /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[at + 1]?.text ?? '') &&
    lines[at + 1]?.text.includes('|')
  )
    return readTable(lines, at)
  const quote = /^>\s?/.exec(line.text)
  if (quote) return [{ kind: 'quote', inside: inline(cutLine(line, quote[0].length)) }, at + 1]
  let end = at + 1
  while (end < lines.length && !startsBlock(lines[end]!.text)) end++
  return [{ kind: 'paragraph', inside: joined(lines.slice(at, end)) }, end]
}

/** Lines of one paragraph, the line breaks between them as spaces. */
const joined = (lines: Line[]): Inline[] =>
  inline({ text: lines.map((line) => line.text).join('\n'), start: lines[0]?.start ?? 0 })

const cutLine = (line: Line, from: number): Line => ({ text: line.text.slice(from), start: line.start + from })

function readFence(lines: Line[], at: number): [Block, number] {
  let end = at + 1
  while (end < lines.length && !lines[end]!.text.startsWith('```')) end++
  return [
    {
      kind: 'code',
      text: lines
        .slice(at + 1, end)
        .map((line) => line.text)
        .join('\n'),
    },
    end + 1,
  ]
}

function readList(lines: Line[], at: number): [Block, number] {
  const ordered = /^\s*\d/.test(lines[at]!.text)
  const items: Inline[][] = []
  let end = at
  for (let mark = BULLET.exec(lines[end]?.text ?? ''); mark; mark = BULLET.exec(lines[end]?.text ?? '')) {
    const from = end++
    while (end < lines.length && !startsBlock(lines[end]!.text)) end++
    items.push(joined([cutLine(lines[from]!, mark[0].length), ...lines.slice(from + 1, end)]))
  }
  return [{ kind: 'list', ordered, items }, end]
}

function readTable(lines: Line[], at: number): [Block, number] {
  const cells = (line: Line): Inline[][] => {
    const found: Inline[][] = []
    let from = /^\s*\|?/.exec(line.text)![0].length
    for (let i = from; i <= line.text.length; i++)
      if (line.text[i] === '|' || (i === line.text.length && line.text.slice(from).trim() !== '')) {
        const cell = line.text.slice(from, i)
        const lead = cell.length - cell.trimStart().length
        found.push(inline({ text: cell.trim(), start: line.start + from + lead }))
        from = i + 1
      }
    return found
  }
  let end = at + 2
  while (end < lines.length && lines[end]!.text.includes('|')) end++
  return [{ kind: 'table', head: cells(lines[at]!), rows: lines.slice(at + 2, end).map(cells) }, end]
}

const MARK =
  /\\([\\`*_{}[\]()#+\-.!|~>])|`([^`\n]+)`|!?\[([^\]\n]*)\]\(((?:[^()\s]|\([^()\s]*\))*)\)|\*\*(?=\S)([\s\S]+?)(?<=\S)\*\*|\*(?=[^\s*])([^*\n]+?)(?<=\S)\*|(?<![\w])_(?=\S)([^_\n]+?)(?<=\S)_(?![\w])/g

function inline(line: Line): Inline[] {
  const nodes: Inline[] = []
  let done = 0
  const text = (from: number, to: number) => {
    if (to > from) nodes.push({ kind: 'text', text: line.text.slice(from, to), start: line.start + from })
  }
  for (const mark of line.text.matchAll(MARK)) {
    const [whole, escaped, code, label, address, strong, starred, underlined] = mark
    text(done, mark.index)
    done = mark.index + whole.length
    const inside = (content: string, skip: number) => inline({ text: content, start: line.start + mark.index + skip })
    if (escaped !== undefined) text(mark.index + 1, done)
    else if (code !== undefined) nodes.push({ kind: 'code', text: code, start: line.start + mark.index + 1 })
    else if (strong !== undefined) nodes.push({ kind: 'strong', inside: inside(strong, 2) })
    else if (label !== undefined) {
      const image = whole.startsWith('!')
      const words = inside(label, image ? 2 : 1)
      const target = image ? null : safeLink(address ?? '')
      nodes.push(...(target ? [{ kind: 'link' as const, ...target, inside: words }] : words))
    } else nodes.push({ kind: 'emphasis', inside: inside(starred ?? underlined ?? '', 1) })
  }
  text(done, line.text.length)
  return nodes
}

/** The address of a link that may be followed, with the host that is shown beside it. */
function safeLink(address: string): { href: string; host: string } | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  return { href: url.href, host: url.host }
}

/** A run of text cut at the numbers in it. */
export type Segment = { text: string; start: number; number: BoundNumber | null }

/** Cuts a run of text at the bound numbers that lie in it. Numbers whose text does not stand there are left out: they are stale. */
export function segments(run: { text: string; start: number }, numbers: BoundNumber[]): Segment[] {
  const end = run.start + run.text.length
  const inside = numbers
    .filter((number) => number.start >= run.start && number.end <= end && number.end > number.start)
    .filter((number) => run.text.slice(number.start - run.start, number.end - run.start) === number.text)
    .sort((a, b) => a.start - b.start)
  const found: Segment[] = []
  let at = run.start
  const plain = (to: number) => {
    if (to > at) found.push({ text: run.text.slice(at - run.start, to - run.start), start: at, number: null })
  }
  for (const number of inside) {
    if (number.start < at) continue
    plain(number.start)
    found.push({ text: number.text, start: number.start, number })
    at = number.end
  }
  plain(end)
  return found
}

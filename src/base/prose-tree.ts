import type { Image, InlineCode, Root, Text } from 'mdast'
import { type CompileContext, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { BoundNumber } from '#analyst/rules/answer.ts'

/**
 * What CommonMark knows and answers do not use. Without HTML nothing of an answer becomes an element that we did not choose; links of
 * other kinds stay text; a line of dashes that is still streaming in must not turn the paragraph above it into a heading.
 */
const DISABLED = [
  'autolink',
  'characterReference',
  'codeIndented',
  'definition',
  'htmlFlow',
  'htmlText',
  'setextUnderline',
]
const OPTIONS = {
  extensions: [gfmTable(), { disable: { null: DISABLED } }],
  mdastExtensions: [
    gfmTableFromMarkdown(),
    { enter: { data: () => {}, characterEscape: () => {} }, exit: { data: addText, characterEscapeValue: addText } },
  ],
}
/** More quotes and lists within each other than anybody writes: the parser takes seconds for thousands of them. */
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))){10}/m

/**
 * Reads prose, or the part of it between two offsets, as a tree of Markdown. Every run of text keeps its place in the source, because bound
 * numbers are given as offsets into it. Never throws: what is no Markdown is text.
 */
export function proseTree(whole: string, from = 0, to = whole.length): Root['children'] {
  // Empty lines in place of what stands before, so that offsets stay.
  const source = '\n'.repeat(from) + whole.slice(from, to)
  // Bullets that models like and CommonMark does not know; the marks are equally long, so that offsets stay.
  const text = source.replace(/^([ \t]*)•(?=[ \t])/gm, '$1-')
  if (!TOO_DEEP.test(text)) return fromMarkdown(text, OPTIONS).children
  const position = { start: { line: 1, column: 1, offset: from }, end: { line: 1, column: 1, offset: source.length } }
  return [{ type: 'paragraph', children: [{ type: 'text', value: source.slice(from), position }] }]
}

/** Joins text to the run before it only where it also follows it in the source: between them may lie a backslash or an indentation. */
function addText(this: CompileContext, token: Token): undefined {
  const parent = this.stack.at(-1)
  if (!parent || !('children' in parent)) return
  const { start, end } = token
  const last = parent.children.at(-1)
  const added = this.sliceSerialize(token)
  if (last?.type === 'text' && last.position && last.position.start.offset! + last.value.length === start.offset) {
    last.value += added
    last.position.end = end
  } else (parent.children as Text[]).push({ type: 'text', value: added, position: { start, end } })
}

export type Run = { text: string; start: number }

/** The words of a node without children. Of a picture only its description is shown: nothing is loaded from elsewhere. */
export function runOf(node: Text | InlineCode | Image, source: string): Run {
  const text = node.type === 'image' ? (node.alt ?? '') : node.value
  return { text, start: source.indexOf(text, node.position?.start.offset) }
}

/**
 * Where a link leads, with the host that is shown beside it; null for anything but http and https.
 * @param hosts those that may be followed, with their subdomains: an address is text of the model, or of a cell that it read
 */
export function linkTarget(
  address: string,
  hosts: string[],
): { href: string; host: string; isAllowed: boolean } | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { href, host, hostname, username, password, port } = new URL(address)
  const isPlain = !username && !password && !port
  const isAllowed = isPlain && hosts.some((one) => hostname === one || hostname.endsWith(`.${one}`))
  return { href, host, isAllowed }
}

/** A run of text cut at the numbers in it. */
export type Segment = { text: string; start: number; number: BoundNumber | null }

/** Cuts a run of text at the bound numbers that lie in it. Numbers whose text does not stand there are left out: they are stale. */
export function segments(run: Run, numbers: BoundNumber[]): Segment[] {
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

import type { ShowChartInput } from '../rules/tools.ts'

const KINDS = new Map<string, ShowChartInput['kind']>([
  ['line', 'line'],
  ['lines', 'line'],
  ['area', 'area'],
  ['bar', 'bar'],
  ['bars', 'bar'],
  ['column', 'bar'],
  ['columns', 'bar'],
  ['stacked', 'stacked'],
  ['stacked bar', 'stacked'],
  ['pie', 'share'],
  ['donut', 'share'],
  ['doughnut', 'share'],
  ['scatter', 'scatter'],
])
const WISH =
  /,? ?(?:\b(?:and|but|now|please|can you|could you)\b ?)*(?:\b(?:chart|draw|plot|show|display|make|present|turn|visuali[sz]e)\b(?: (?:it|this|that|them|these|the chart|the result))? ?)?\b(?:as|in|into|with|using|a|make it) (?:an? )?(line|lines|area|bar|bars|column|columns|stacked bar|stacked|pie|donut|doughnut|scatter)(?: ?(?:charts?|graphs?|plots?|diagrams?))?\b(?: (?:please|instead))?/i

/** The kind of chart that a question wishes for, and the question without the wish; null when it wishes for none. */
export function chartWish(question: string): { kind: ShowChartInput['kind']; rest: string } | null {
  const found = question.match(WISH)
  const kind = found && KINDS.get(found[1]!.toLowerCase())
  // "a column", "in line with": a chart is meant only where one is spoken of.
  const meant =
    found &&
    /\b(?:chart|charts|graph|graphs|plot|plots|diagram|diagrams|draw|visuali[sz]e|pie|donut|doughnut|as an? (?:line|bar|area)|as (?:an? )?stacked)\b/i.test(
      found[0],
    )
  if (!kind || !meant) return null
  return { kind, rest: question.replace(found[0], ' ').replace(/\s+/g, ' ').trim() }
}

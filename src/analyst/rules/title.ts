import { capital, cut } from '#base/text.ts'

const LONGEST = 60

/** The title that a model said, if it is one: a line, without quotes and Markdown around it; null where it said more or nothing. */
export function titleSaid(text: string): string | null {
  const line = text.trim().replace(/^[\s"'“„«*#`]+|[\s"'”“»*`.]+$/g, '')
  return line && line.length <= 2 * LONGEST && !line.includes('\n') ? titleOf(line) : null
}

/** Title of a conversation from its first question: one line, cut at a word, without the closing mark. */
export function titleOf(question: string): string {
  const line = question
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[?.!\s]+$/, '')
  const short = line.length <= LONGEST ? line : `${cut(line, LONGEST - 1).replace(/\s+\S*$/, '')}…`
  return short ? capital(short) : 'New conversation'
}

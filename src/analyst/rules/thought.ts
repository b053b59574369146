import { cut } from '#base/text.ts'

const LONGEST = 160
/** Behind a mark that ends a sentence, with what closes behind it, and at the end of a line. */
const BETWEEN = /(?<=[.!?]["')*_]*)\s+|(?<=[。！？])|\n+/

/** The last sentence of what a model is thinking that is whole, as one line without Markdown; null before there is one. */
export function lastSentence(text: string): string | null {
  const whole = text.split(BETWEEN).slice(0, -1)
  const said = whole.findLast((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return said
    ? cut(
        said
          .replace(/[*_`#>]+/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
        LONGEST,
      )
    : null
}

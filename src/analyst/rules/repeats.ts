import type { ModelMessage } from 'ai'
import { tagged, toolText } from './sent.ts'

/** Characters of an output from which it is worth not to be told twice. */
const LONG = 150

const SAME = toolText(tagged('instructions', 'Letter for letter what this tool gave above.'))

/**
 * A conversation in which an output of a tool that stands further up word for word is not told again. What comes of a beginning does not
 * hang on what follows it, so requests go on with equal bytes; and where an older part is told in short, its first repeat stands whole.
 */
export function withoutRepeats(messages: ModelMessage[]): ModelMessage[] {
  const seen = new Set<string>()
  return messages.map((message) => {
    if (message.role !== 'tool') return message
    const content = message.content.map((part) => {
      if (part.type !== 'tool-result' || part.output.type !== 'text' || part.output.value.length < LONG) return part
      const said = `${part.toolName} ${part.output.value}`
      if (seen.has(said)) return { ...part, output: SAME }
      seen.add(said)
      return part
    })
    return { ...message, content }
  })
}

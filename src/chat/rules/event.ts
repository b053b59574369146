import type { Answer, AnswerChunk } from '#analyst/rules/answer.ts'

/** A place in the event log of an answer: row and chunk in it. An event id is `message:row.chunk`. */
export type EventPlace = { messageId: string; seq: number; index: number }
export type AnswerEvent = { place: EventPlace; chunk: AnswerChunk }

const eventId = ({ messageId, seq, index }: EventPlace): string => `${messageId}:${seq}.${index}`

/** Reads an event id; the id of a message alone is the place before its first event. Null for anything else. */
export function eventPlace(id: string): EventPlace | null {
  const match = /^([\w-]{1,64})(?::(\d{1,9})\.(\d{1,6}))?$/.exec(id)
  if (!match) return null
  return { messageId: match[1]!, seq: Number(match[2] ?? -1), index: Number(match[3] ?? 0) }
}

/** Events of a row that come after `place`. */
export const after = (place: EventPlace, event: EventPlace): boolean =>
  event.seq > place.seq || (event.seq === place.seq && event.index > place.index)

/** Joins neighbouring pieces of the same text: a batch holds one delta where the model sent many. */
export function merged(chunks: AnswerChunk[]): AnswerChunk[] {
  const joined: AnswerChunk[] = []
  for (const chunk of chunks) {
    const last = joined.at(-1)
    if (chunk.type === 'text-delta' && last?.type === 'text-delta' && last.id === chunk.id)
      joined[joined.length - 1] = { ...last, delta: last.delta + chunk.delta }
    else joined.push(chunk)
  }
  return joined
}

/** The last events of every stream: whoever reads only these misses nothing. */
export const finalChunks = (answer: Answer): AnswerChunk[] => [
  ...(answer.receipt ? [{ type: 'data-receipt' as const, id: 'receipt', data: answer.receipt }] : []),
  { type: 'data-answer', id: 'answer', data: answer },
  { type: 'finish' },
]

export const sseText = (events: AnswerEvent[]): string =>
  events.map(({ place, chunk }) => `id: ${eventId(place)}\ndata: ${JSON.stringify(chunk)}\n\n`).join('')

import type { ConversationLine } from '#chat/rules/screen.ts'

export type DayGroup = { title: 'Today' | 'Yesterday' | 'Earlier'; conversations: ConversationLine[] }

/** Conversations by the day they were last used, in the time zone given; empty groups are left out. */
export function byDay(conversations: ConversationLine[], now: string, timeZone: string): DayGroup[] {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  const today = day.format(new Date(now))
  const yesterday = day.format(new Date(Date.parse(now) - 86_400_000))
  const groups: DayGroup[] = [
    { title: 'Today', conversations: [] },
    { title: 'Yesterday', conversations: [] },
    { title: 'Earlier', conversations: [] },
  ]
  for (const conversation of conversations) {
    const used = day.format(new Date(conversation.updated_at))
    groups[used >= today ? 0 : used === yesterday ? 1 : 2]!.conversations.push(conversation)
  }
  return groups.filter((group) => group.conversations.length > 0)
}

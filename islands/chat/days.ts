import type { ConversationLine } from '#chat/rules/screen.ts'

/** Conversations by the day they were last used, in the time zone given; empty groups are left out. */
export function byDay(conversations: ConversationLine[], now: string, timeZone: string) {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  const today = day.format(new Date(now))
  const yesterday = day.format(new Date(Date.parse(now) - 86_400_000))
  const titleOf = ({ updated_at }: ConversationLine) => {
    const used = day.format(new Date(updated_at))
    return used >= today ? 'Today' : used === yesterday ? 'Yesterday' : 'Earlier'
  }
  const groups = Object.groupBy(conversations, titleOf)
  return (['Today', 'Yesterday', 'Earlier'] as const).flatMap((title) =>
    groups[title] ? { title, conversations: groups[title] } : [],
  )
}

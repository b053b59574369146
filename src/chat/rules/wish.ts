import type { Condition } from '#watches/rules/condition.ts'
import type { Schedule } from '#watches/rules/schedule.ts'

type Mailed = { schedule: Pick<Schedule, 'every' | 'at' | 'days'>; addresses: string; condition?: never }
/**
 * A wish to be told of what a question finds: the question, and for what of it a watch waits, or when and to whom it is mailed. Or of a
 * canvas, by its name; empty where it has none.
 */
export type Wish =
  | { question: string; condition: Pick<Condition, 'is' | 'than'>; schedule?: never; addresses?: never; board?: never }
  | ({ question: string; board?: never } & Mailed)
  | ({ board: string; question?: never } & Mailed)

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const TOLD =
  '(?:please )?(?:(?:(?:tell|notify|mail|email|warn|alert) me|let me know) (?:when|once|whenever|as soon as)|(?:notify|warn|alert) me if)'
const VERBS = {
  above:
    'exceeds?|surpass(?:es)?|(?:is|are|goes?|rises?|climbs?|gets?|grows?) (?:above|over|past|beyond|(?:more|greater|higher|larger) than)',
  below: '(?:is|are|goes?|falls?|drops?|sinks?|gets?) (?:below|under|(?:less|lower|smaller|fewer) than)',
  changed: 'changes? by(?: more than)?',
}
const NUMBER = '[€$£₹]? ?(?<number>-?\\d[\\d,]*(?:\\.\\d+)?) ?(?<unit>%|percent|per cent|k|thousand|m|million)?'
const CONDITIONS = (['above', 'below', 'changed'] as const).map(
  (is) =>
    [
      is,
      new RegExp(
        `^${TOLD} (?:the )?(?<subject>.+?) (?:${VERBS[is]}) ${NUMBER}(?: of (?:the )?(?<whole>.+?))?[.!]?$`,
        'i',
      ),
    ] as const,
)
// Nothing of it fits twice, so that a long text which is none is seen as fast.
const MAIL = '[^\\s,@]+@[^\\s,@]+'
/** A time of the clock has minutes, a half of the day, or "at" before it: "every day 8 customers" has none. */
const SCHEDULED = new RegExp(
  `^every (?<day>${DAYS.join('|')}|weekday|day|morning|week|month),? (?:at (?<hour>\\d{1,2})|(?<hour>\\d{1,2})(?=:| ?[ap]m))(?::(?<minute>\\d\\d))? ?(?<half>[ap]m)?,? (?:(?:send|mail|email|show) me |(?:send|mail|email) (?=the ))?(?:the )?(?<subject>.+?)(?: to (?<addresses>${MAIL}(?:(?:, ?| and )${MAIL})*))?$`,
  'i',
)
/** What stands on a canvas is scheduled there. "Sales by board" and "board members" are of the data. */
const BOARD =
  /^(?:["“](?<name>[^"“”]+)["”] |(?<name>(?:(?!(?:by|per|each|every|of|in|on|for|from|with) )\S+ )*))(?:board|canvas|dashboard)(?: (?:named |called )?["“](?<called>[^"“”]+)["”]| (?:named|called) (?<called>.+))?$/i
const THOUSANDS: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }

/** What a text asks: of a wish to be told, what it is about. */
export const questionIn = (text: string): string => wishOf(text)?.question ?? text

/** What a text wishes to be told of; null for all that is not written so: a question. */
export function wishOf(text: string): Wish | null {
  const said = text.trim().replaceAll(/\s+/g, ' ')
  for (const [is, pattern] of CONDITIONS) {
    const { subject, number, unit = '', whole } = pattern.exec(said)?.groups ?? {}
    if (!subject || !number) continue
    const isShare = /%|per/i.test(unit)
    if (whole && (!isShare || is === 'changed')) return null
    const than = Number(number.replaceAll(',', '')) * (THOUSANDS[unit.toLowerCase()] ?? 1)
    const question = asked(whole ? `${subject} as a percentage of ${whole}` : subject)
    return { question, condition: { is: is === 'changed' && isShare ? 'changed_percent' : is, than } }
  }
  const found = SCHEDULED.exec(said)?.groups
  if (!found) return null
  const { day = '', hour = '', minute = '00', half, subject = '', addresses = '' } = found
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59) return null
  const at = `${String(hours).padStart(2, '0')}:${minute}`
  const mailed = { schedule: { ...timesOf(day.toLowerCase()), at }, addresses: addresses.replace(' and ', ', ') }
  const board = BOARD.exec(subject)?.groups
  return board
    ? { board: (board.called ?? board.name ?? '').trim(), ...mailed }
    : { question: asked(subject), ...mailed }
}

const asked = (subject: string) => `${subject[0]!.toUpperCase()}${subject.slice(1)}`

function timesOf(day: string): Pick<Schedule, 'every' | 'days'> {
  if (day === 'month') return { every: 'month', days: [1] }
  if (day === 'day' || day === 'morning') return { every: 'day', days: [1] }
  if (day === 'weekday') return { every: 'week', days: [1, 2, 3, 4, 5] }
  return { every: 'week', days: [Math.max(0, DAYS.indexOf(day)) + 1] }
}

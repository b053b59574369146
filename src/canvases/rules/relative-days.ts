import { daysFrom } from '#base/time.ts'

/** Ranges of days that go along with today. */
export const RELATIVE =
  /^(?:(this|previous)_(day|week|month|quarter|year)|last_([1-9]\d{0,3})_(day|week|month|quarter|year)s)$/

const pad = (number: number) => String(number).padStart(2, '0')
const dateOf = (year: number, month: number, day = 1) => {
  const at = new Date(Date.UTC(year, month, day))
  return `${String(at.getUTCFullYear()).padStart(4, '0')}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
}
type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 }

/** The first day of the unit that a day lies in, or of one so many later. Weeks begin on Monday. */
function startOf(day: string, unit: Unit, later = 0): string {
  const months = MONTHS[unit]
  const at = new Date(day)
  if (months) {
    const month = Math.floor(at.getUTCMonth() / months) * months
    return dateOf(at.getUTCFullYear(), month + later * months)
  }
  return unit === 'day' ? daysFrom(day, later) : daysFrom(day, later * 7 - ((at.getUTCDay() + 6) % 7))
}

/** The first and the last day of the unit that a day lies in. */
export const periodOf = (day: string, unit: Unit): { from: string; to: string } => ({
  from: startOf(day, unit),
  to: daysFrom(startOf(day, unit, 1), -1),
})

/** The same day so many months before; the last of its month where that has no such day. */
function monthsBefore(day: string, months: number): string {
  const at = new Date(day)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dateOf(year, month, Math.min(at.getUTCDate(), last))
}

/** `count`: so many up to now, today with it; null: a whole one of the calendar. */
function relativeOf(text: string): { unit: Unit; count: number | null } | null {
  const [, , whole, count, unit] = RELATIVE.exec(text) ?? []
  if (count) return { unit: unit as Unit, count: Number(count) }
  return whole ? { unit: whole as Unit, count: null } : null
}

/** The first and the last day that a relative range stands for. @param today an ISO date */
export function daysOf(text: string, today: string): { from: string; to: string } {
  const { unit, count } = relativeOf(text)!
  const months = MONTHS[unit]
  if (count !== null)
    return {
      from: months
        ? daysFrom(monthsBefore(today, count * months), 1)
        : daysFrom(today, 1 - count * (unit === 'week' ? 7 : 1)),
      to: today,
    }
  return periodOf(text.startsWith('this') ? today : startOf(today, unit, -1), unit)
}

import { type Child, createContext, useContext } from 'hono/jsx'
import * as format from '#base/format.ts'

/** Whose way of writing numbers and days a page is drawn in. What is here is called inside components, while they are drawn. */
const Region = createContext(format.PLAIN)

/** Draws a page for a reader of this region (BCP 47 tag). */
export const InRegion = (props: { region: string; children: Child }) => (
  <Region.Provider value={props.region}>{props.children}</Region.Provider>
)

/** The reader's region, for what is written elsewhere: results, islands, rules. */
export const region = (): string => useContext(Region)

export const number = (value: number): string => format.numberText(value, region())

/** A number with its noun: 1 row, 12,345 rows. */
export const counted = (count: number, one: string, many?: string): string => format.counted(count, one, many, region())

export const percent = (share: number): string => format.percent(share, region())

/** A number given as text, with every digit that it has. */
export const exact = (digits: string): string => format.exactText(digits, region())

export const dayText = (moment: Date | string): string => format.dayText(moment, region())

export const minuteText = (moment: Date | string): string => format.minuteText(moment, region())

export const secondText = (moment: Date | string): string => format.secondText(moment, region())

/** A day in UTC, with the moment for whoever wants it exactly. */
export const Day = ({ at }: { at: Date | string }) => (
  <time datetime={iso(at)} title={iso(at)}>
    {dayText(at)}
  </time>
)

/** A moment in UTC, exact to the minute, with its seconds for whoever wants them. */
export const Minute = ({ at }: { at: Date | string }) => (
  <time datetime={iso(at)} title={iso(at)}>
    {minuteText(at)} UTC
  </time>
)

const iso = (at: Date | string) => (typeof at === 'string' ? at : at.toISOString())

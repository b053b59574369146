/** @jsxImportSource react */
import { useId, useState } from 'react'
import type { Schedule } from '#watches/rules/schedule.ts'
import { countryName } from '#watches/rules/words.ts'
import { Check, InputField, SelectField } from '../kit/parts.tsx'

const EVERY = [
  ['hour', 'Every hour'],
  ['day', 'Every day'],
  ['week', 'Every week'],
  ['month', 'Every month'],
] as const
const MOVES = [
  ['false', 'left out'],
  ['true', 'next working day'],
] as const
const QUIET = [
  ['from', 'Quiet from'],
  ['to', 'Quiet until'],
] as const
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Props = { schedule: Schedule; onChange: (schedule: Schedule) => void }

/** When something is run: how often, at which time, and in which time zone. */
export function ScheduleFields({ schedule, onChange }: Props) {
  const { every, at, days, day, time_zone } = schedule
  const set = (change: Partial<Schedule>) => onChange({ ...schedule, ...change })
  return (
    <>
      <div className="watch-row">
        <SelectField
          label="How often"
          value={every}
          of={EVERY}
          onChoose={(every: Schedule['every']) => set({ every })}
        />
        {every === 'month' && (
          <SelectField
            label="On day"
            value={day}
            of={Array.from({ length: 31 }, (_, k) => [String(k + 1), k === 30 ? 'the last' : String(k + 1)])}
            onChoose={(day) => set({ day: Number(day) })}
          />
        )}
        {every === 'hour' ? (
          <InputField
            {...{ label: 'At minute', type: 'number', min: 0, max: 59, required: true }}
            value={Number(at.slice(3))}
            onType={(minute) => set({ at: `00:${minute.slice(-2).padStart(2, '0')}` })}
          />
        ) : (
          <InputField label="At" type="time" required value={at} onType={(at) => set({ at: at.slice(0, 5) })} />
        )}
        <SelectField
          label="Time zone"
          value={time_zone}
          of={[...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => [
            zone,
            zone.replaceAll('_', ' '),
          ])}
          onChoose={(time_zone) => set({ time_zone })}
        />
      </div>
      {every === 'week' && (
        <fieldset className="segments watch-days">
          <legend className="quiet">Days of the week</legend>
          {DAYS.map((name, at) => {
            const isOn = days.includes(at + 1)
            const others = days.filter((one) => one !== at + 1)
            return (
              <button
                key={name}
                type="button"
                title={DAY_NAMES[at]}
                aria-pressed={isOn}
                onClick={() => set({ days: isOn ? others : [...others, at + 1].sort() })}
              >
                {name}
              </button>
            )
          })}
        </fieldset>
      )}
      <RestTimes schedule={schedule} onChange={onChange} />
    </>
  )
}

/** Days and hours in which nobody is told. */
function RestTimes({ schedule, onChange }: Props) {
  const id = useId()
  const { quiet, skip, holidays = null } = schedule
  const [known, setKnown] = useState<typeof import('#watches/rules/holidays.ts') | null>(null)
  const load = async () => setKnown(await import('#watches/rules/holidays.ts'))
  const countries = known?.countries() ?? (holidays ? [holidays.country] : [])
  const named = countries.map((code) => [code, countryName(code)] as const)
  const regions = (holidays && known?.regionsOf(holidays.country)) ?? []
  const free = (change: Partial<NonNullable<Schedule['holidays']>>) =>
    onChange({ ...schedule, holidays: { country: '', region: null, moves: false, ...holidays, ...change } })
  const quieter = (change: Partial<NonNullable<Schedule['quiet']>>) =>
    onChange({ ...schedule, quiet: { from: '22:00', to: '07:00', ...quiet, ...change } })
  return (
    <details
      className="watch-rest"
      open={quiet !== null || skip.length > 0 || holidays !== null || undefined}
      onToggle={load}
    >
      <summary>Quiet hours and holidays</summary>
      <div className="watch-row">
        <Check checked={quiet !== null} onTick={(on) => (on ? quieter({}) : onChange({ ...schedule, quiet: null }))}>
          <span>Quiet hours</span>
        </Check>
        {quiet &&
          QUIET.map(([end, label]) => (
            <input
              key={end}
              className="input"
              type="time"
              required
              aria-label={label}
              value={quiet[end]}
              onChange={(event) => quieter({ [end]: event.target.value.slice(0, 5) })}
            />
          ))}
      </div>
      <div className="watch-row">
        <SelectField
          label="Public holidays of"
          value={holidays?.country ?? ''}
          of={[['', 'No country'], ...named.toSorted(([, a], [, b]) => a.localeCompare(b))]}
          onChoose={(country) =>
            country ? free({ country, region: null }) : onChange({ ...schedule, holidays: null })
          }
        />
        {regions.length > 0 && (
          <SelectField
            label="Region"
            value={holidays?.region ?? ''}
            of={[['', 'The whole country'], ...regions.map(({ code, name }) => [code, name] as const)]}
            onChoose={(region) => free({ region: region || null })}
          />
        )}
        {holidays && schedule.every !== 'hour' && (
          <SelectField
            label="When it falls on one"
            value={String(holidays.moves)}
            of={MOVES}
            onChoose={(moves) => free({ moves: moves === 'true' })}
          />
        )}
      </div>
      <div className="field">
        <label htmlFor={`${id}-skip`}>Not on these dates</label>
        <div className="watch-row">
          <input
            id={`${id}-skip`}
            className="input"
            type="date"
            onChange={(event) => {
              const date = event.target.value
              if (!/^20\d\d-/.test(date)) return
              onChange({ ...schedule, skip: [...new Set([...skip, date])].sort() })
              event.target.value = ''
            }}
          />
          {skip.map((date) => (
            <button
              key={date}
              type="button"
              className="chip"
              aria-label={`Run on ${date} again`}
              onClick={() => onChange({ ...schedule, skip: skip.filter((one) => one !== date) })}
            >
              {date} ×
            </button>
          ))}
        </div>
      </div>
    </details>
  )
}

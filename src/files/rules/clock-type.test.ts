import { expect, test } from 'bun:test'
import { planClock } from './clock-type.ts'

const games = ['31:27', '24:24', '29:33', '22:41', '30:28', '26:25']
const runs = ['41:15', '38:50', '44:02', '52:09', '47:31']
test.each([
  ['games', games, null],
  ['final score', ['11:08', '14:12'], null],
  ['league', ['41:15', '38:19', '30:22', '27:29', '21:30', '16:35', '9:32'], null],
  ['run', runs, 'duration'],
  ['time taken', games, 'duration'],
  ['doors', ['11:08', '14:12'], 'time'],
] as const)('pairs of numbers called %s', (name, values, kind) => {
  expect(planClock([...values], name)?.kind ?? null).toBe(kind)
})

test.each([
  ['Time [mm:ss]', { kind: 'duration', parts: 'minutes' }],
  ['Net (h:min)', { kind: 'duration', parts: 'hours' }],
  ['Begin (hh:mm)', { kind: 'time' }],
] as const)('a name that says how it is written tells what %s is', (name, plan) => {
  expect(planClock(['00:35', '04:10', '12:05'], name)).toEqual(plan)
})

import type { TextStreamPart, ToolSet } from 'ai'
import { cut } from '#base/text.ts'
import type { Inquiry } from './inquiry.ts'
import { type createProse, NOTHING, type Told } from './prose.ts'
import type { Step } from './rules/answer.ts'
import type { FinishInput } from './rules/finish.ts'
import { jsonTextReader } from './rules/json-text.ts'

/** What ended a request of the model: its calls of finish, and whether it looked something up beside them. */
type Ended = { finishes: { id: string; input: FinishInput }[]; looked: boolean }
/** A text; `after`: the last step before the request that it belongs to; `isFinal`: it is the text of finish. */
type Said = { told: Told; after: Step | undefined; isFinal: boolean }

/** Tools that show something or end the turn: what is said beside them is no thought on the way to a query. */
const SHOWING = new Set(['show_chart', 'edit_chart', 'ask_user', 'offer_readings', 'plan', 'finish'])
/** Characters of a thought among the steps. */
const LONGEST_THOUGHT = 4_000

/**
 * Sorts what a model says. Its answer is the text of its call of finish; where that has none or there is no call, the last text that
 * nothing was looked up after (of several such texts, as beside charts, the last that refers to a cell). All others are thoughts: they
 * become steps, and are taken out of the prose that is streamed.
 * @param holds whether a text with gaps may still be asked for again @param shown a thought as people may see it
 */
export function createSaying(
  inquiry: Inquiry,
  prose: ReturnType<typeof createProse>,
  { holds, shown }: { holds(): boolean; shown(told: Told): Promise<string> },
) {
  let said: Said[] = []
  /** A text has begun; of finish, with what was read of it. */
  let speaks = false
  let final: string | null = null
  const readers = new Map<string, (piece: string) => string>()
  /** Of each request the last step before it, and the place of the one that is heard. */
  const before: (Step | undefined)[] = []
  let heard = 0
  let now: Ended = { finishes: [], looked: false }
  let last = now

  const end = async () => {
    const told = await prose.end(holds())
    if (told.text) said.push({ told, after: before[heard], isFinal: final !== null })
    speaks = false
    final = null
  }
  const place = (step: Step, after: Step | undefined) => {
    const { steps } = inquiry
    let at = after ? steps.indexOf(after) + 1 : 0
    while (steps[at]?.tool === 'say' || steps[at]?.tool === 'think') at++
    steps.splice(at, 0, step)
    inquiry.emit({ type: 'data-step', id: step.id, data: step })
  }
  const nextId = () => `s${inquiry.steps.length + 1}`
  const think = async (texts: Said[]) => {
    if (texts.length === 0) return
    said = said.filter((one) => !texts.includes(one))
    prose.forget()
    for (const { told, after } of texts) {
      const title = cut(await shown(told), LONGEST_THOUGHT)
      place({ id: nextId(), tool: 'say', title, state: 'done' }, after)
    }
  }
  const lookup = () => {
    now.looked = true
    // The text of finish beside a look is judged when the request has ended.
    return think(said.filter(({ isFinal }) => !isFinal))
  }
  const refers = ({ told }: Said) => told.printed.length + told.placed.length > 0
  const chosen = () => said.findLast(({ isFinal }) => isFinal) ?? said.findLast(refers) ?? said.at(-1)
  const say = async (text: string): Promise<boolean> => {
    if (final !== null) await end()
    if (!speaks && text.trim()) {
      speaks = true
      await think(said.filter((one) => !refers(one) && !one.isFinal))
    }
    return prose.write(text)
  }
  const sayFinally = async (text: string): Promise<boolean> => {
    if (!text) return true
    if (final === null) {
      await end()
      await think(said)
    }
    final = (final ?? '') + text
    return prose.write(text)
  }

  return {
    asks: () => void before.push(inquiry.steps.at(-1)),
    /** @returns false when the text is longer than it may be */
    async hear(part: TextStreamPart<ToolSet>): Promise<boolean> {
      switch (part.type) {
        case 'text-delta':
          return say(part.text)
        case 'tool-input-start':
          await end()
          if (part.toolName === 'finish') readers.set(part.id, jsonTextReader('text'))
          else if (!SHOWING.has(part.toolName)) await lookup()
          return true
        case 'tool-input-delta':
          return sayFinally(readers.get(part.id)?.(part.delta) ?? '')
        case 'tool-call': {
          if (part.toolName === 'finish' && !part.invalid) {
            const input = part.input as FinishInput
            const text = input.text ?? ''
            // Some servers send the call as a whole.
            if ((final ?? '') !== text) {
              await end()
              if (!(await sayFinally(text))) return false
            }
            now.finishes.push({ id: part.toolCallId, input })
          } else final = null
          await end()
          if (!SHOWING.has(part.toolName)) await lookup()
          return true
        }
        case 'finish-step':
          await end()
          heard++
          last = now
          now = { finishes: [], looked: false }
          return true
        default:
          return true
      }
    },
    /** How the last request ended. */
    ended: () => last,
    /** The call of finish came too early: its text is no answer. */
    withdraw: () => think(said),
    told: (): Told => chosen()?.told ?? NOTHING,
    /** The model tells its answer again: what it told counts no more. @returns takes that back */
    again(): () => void {
      const first = said
      said = []
      place({ id: nextId(), tool: 'rewrite', title: 'Writing the answer again', state: 'done' }, inquiry.steps.at(-1))
      return () => {
        said = first
      }
    },
    /** Nothing more is said: whatever is not the answer was a thought. */
    async close(): Promise<void> {
      await end()
      await think(said.filter((one) => one !== chosen()))
      prose.settle()
    },
  }
}

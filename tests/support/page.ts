import { join } from 'node:path'
import { Window } from 'happy-dom'

/** Status and body that the server answers with, by path; a function is asked at each call. */
export type Answers = Record<string, Answer | (() => Answer | Promise<Answer>)>
type Answer = { status?: number; json: unknown }

/** A page in this process with the scripts that every page has, and a clock that only the test moves. */
type Page = {
  document: Window['document']
  /** The first element that a selector finds and whose text holds `text`. */
  find(selector: string, text?: string): HTMLElement | undefined
  /** Where scripts of the page went on to. */
  left: string[]
  /** Moves the clock on, and lets the page do what is due. @param ms milliseconds */
  pass(ms: number): Promise<void>
}
export type Tab = {
  /** Goes to a page of this HTML. */
  go(path: string): Promise<Page>
  answers: Answers
  /** Paths of the calls that scripts made, and the headers of the newest of each. */
  calls: string[]
  headers: Map<string, Headers>
  /** What scripts wrote to the console. */
  said: string[]
  /** What pages stored for this browser, and for this tab. */
  stored: Record<'localStorage' | 'sessionStorage', Map<string, string>>
}

/** No other tab is there. */
class Alone extends EventTarget {
  postMessage() {}
}
/** Lets promises that are ready run, however many wait in line. */
const settle = async () => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve()
}

let script: Promise<string> | undefined
async function build(): Promise<string> {
  const entrypoints = [join(import.meta.dir, '../../islands/kit/page.ts')]
  const { outputs } = await Bun.build({ entrypoints, target: 'browser', format: 'iife' })
  return outputs[0]!.text()
}

/** A tab of a browser without layout, for what scripts of pages do by themselves. @param html body of its pages */
export async function openTab(html: string, answers: Answers): Promise<Tab> {
  script ??= build()
  const run = new Function('window', `with (window) { ${await script} }`)
  const stored: Tab['stored'] = { localStorage: new Map(), sessionStorage: new Map() }
  const tab: Omit<Tab, 'go'> = { answers: { ...answers }, calls: [], headers: new Map(), said: [], stored }
  let now = Date.UTC(2026, 0, 5, 8)

  const fetch = async (path: string, init: RequestInit) => {
    tab.calls.push(path)
    tab.headers.set(path, new Headers(init.headers))
    const answer = tab.answers[path]
    const { status = 200, json } = typeof answer === 'function' ? await answer() : (answer ?? { status: 404, json: {} })
    return Response.json(json, { status })
  }
  const Clock = class extends Date {
    constructor(...given: [number]) {
      super(...(given.length > 0 ? given : ([now] as [number])))
    }
    static override now = () => now
  }
  const storage = (entries: Map<string, string>) =>
    new Proxy(
      {
        getItem: (name: string) => entries.get(name) ?? null,
        setItem: (name: string, value: string) => void entries.set(name, value),
        removeItem: (name: string) => void entries.delete(name),
      },
      // Some look through the names of what is stored.
      {
        ownKeys: () => [...entries.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    )

  return Object.assign(tab, {
    async go(path: string): Promise<Page> {
      const window = new Window({ url: `http://localhost${path}`, width: 1280, height: 820 })
      window.document.write(`<!doctype html><html lang="en"><body>${html}</body></html>`)
      const timers = new Map<number, { at: number; act: () => void }>()
      let id = 0
      const setTimeout = (act: () => void, ms = 0) => {
        timers.set(++id, { at: now + ms, act })
        return id
      }
      const told = (...words: unknown[]) => void tab.said.push(words.join(' '))
      const given = {
        ...{ fetch, setTimeout, setInterval: () => 0, clearInterval() {}, Date: Clock, console: { warn: told } },
        ...{ clearTimeout: (one: number) => void timers.delete(one), globalThis: window, BroadcastChannel: Alone },
        ...{
          Headers,
          FormData,
          AbortController,
          AbortSignal,
          ...Object.fromEntries(Object.entries(stored).map(([name, entries]) => [name, storage(entries)])),
        },
      }
      for (const [name, value] of Object.entries(given)) Object.defineProperty(window, name, { value })
      const locks = { request: (_name: string, work: () => unknown) => work() }
      Object.defineProperty(window.navigator, 'locks', { value: locks })
      const left: string[] = []
      Object.defineProperty(window.location, 'assign', { value: (address: string) => left.push(address) })
      run(window)
      await settle()
      return {
        document: window.document,
        left,
        find: (selector, text = '') =>
          [...window.document.querySelectorAll(selector)].find((it) => it.textContent.includes(text)) as
            | (HTMLElement & object)
            | undefined,
        async pass(ms) {
          const end = now + ms
          await settle()
          for (;;) {
            const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)
            if (!next) break
            now = next[1].at
            timers.delete(next[0])
            next[1].act()
            await settle()
          }
          now = end
          await settle()
        },
      }
    },
  })
}

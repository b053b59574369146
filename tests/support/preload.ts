import { afterAll, afterEach, jest, mock, setDefaultTimeout, setSystemTime } from 'bun:test'
import fc from 'fast-check'
import { leaked } from './secrets.ts'
import { keepStatements, keepTest } from './statements.ts'

// Every test process reads the clock in UTC, so that printed dates do not depend on the machine.
process.env.TZ = 'UTC'

// The first test of a process opens its world, and machines are busy: a test that hangs is still found.
setDefaultTimeout(300_000)

// Properties try the same cases in every run; PROPERTY_SEED=… tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

// `expect(promise).rejects` waits in a loop that sleeps for half a second while what setImmediate was given is due; a timer wakes it.
const { setImmediate: inTurn, setTimeout: wake } = globalThis
globalThis.setImmediate = Object.assign((...given: Parameters<typeof inTurn>) => {
  wake(() => {}, 0)
  return inTurn(...given)
}, inTurn)

// Nothing that a test did, or came after the last one, may have let a secret out.
function noLeaks() {
  const found = leaked()
  if (found.length > 0) throw new Error(`Secrets got out:\n  ${found.join('\n  ')}`)
}
afterEach(noLeaks)
afterEach(keepTest)

/** What tests of islands put in place of a browser. */
const REPLACED = ['document', 'window', 'location', 'localStorage', 'sessionStorage', 'BroadcastChannel', 'fetch']
const real = new Map(REPLACED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]))
/** A worker of the whole run goes on with another file, which finds the clock and everything else as they are. */
function putBack() {
  jest.useRealTimers()
  setSystemTime()
  mock.restore()
  for (const [name, descriptor] of real)
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
}

// After the last test of a file in a worker, of all files in a process that has no workers.
afterAll(() => {
  putBack()
  keepStatements()
  noLeaks()
})

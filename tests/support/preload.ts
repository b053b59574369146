import { afterAll, afterEach, setDefaultTimeout } from 'bun:test'
import fc from 'fast-check'
import { leaked } from './secrets.ts'
import { keepStatements } from './statements.ts'

// Every test process reads the clock in UTC, so that printed dates do not depend on the machine.
process.env.TZ = 'UTC'

// The first test of a process opens its world, and machines are busy: a test that hangs is still found.
setDefaultTimeout(60_000)

// Properties try the same cases in every run; PROPERTY_SEED=… tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

// Nothing that a test did, or came after the last one, may have let a secret out.
function noLeaks() {
  const found = leaked()
  if (found.length > 0) throw new Error(`Secrets got out:\n  ${found.join('\n  ')}`)
}
afterEach(noLeaks)
afterAll(() => {
  keepStatements()
  noLeaks()
})

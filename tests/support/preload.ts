import { afterEach, setDefaultTimeout } from 'bun:test'
import fc from 'fast-check'
import { leaked } from './secrets.ts'

// Every test process reads the clock in UTC, so that printed dates do not depend on the machine.
process.env.TZ = 'UTC'

// The first test of a process opens its world, and machines are busy: a test that hangs is still found.
setDefaultTimeout(30_000)

// Properties try the same cases in every run; PROPERTY_SEED=… tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

// Nothing that a test did may have let a secret out.
function noLeaks() {
  const found = leaked()
  if (found.length > 0) throw new Error(`Secrets got out:\n  ${found.join('\n  ')}`)
}
afterEach(noLeaks)
// What came after the last test.
process.on('exit', () => {
  const found = leaked()
  if (found.length === 0) return
  process.stderr.write(`Secrets got out after the last test:\n  ${found.join('\n  ')}\n`)
  process.exitCode = 1
})

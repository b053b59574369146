import { setDefaultTimeout } from 'bun:test'

// Every test process reads the clock in UTC, so that printed dates do not depend on the machine.
process.env.TZ = 'UTC'

// The first test of a process opens its world, and machines are busy: a test that hangs is still found.
setDefaultTimeout(30_000)

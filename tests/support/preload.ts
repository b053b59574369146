import { setDefaultTimeout } from 'bun:test'

// Every test process reads the clock in UTC, so that printed dates do not depend on the machine.
process.env.TZ = 'UTC'
// A busy machine is not a broken test: the runner's own five seconds are too short for dozens of password hashes.
setDefaultTimeout(30_000)

#!/usr/bin/env bun
import { run } from './run.ts'

// Whoever reads has seen enough, as `head` does: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

await run(process.argv.slice(2))

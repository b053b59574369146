/**
 * Milliseconds in which something that would run for a minute must have ended after it was stopped. On an idle machine it is well
 * under a second; tests share theirs with each other, so they only show that nobody waited for the natural end.
 */
export const SOON = 20_000

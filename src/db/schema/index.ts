/** All tables together: one picture of what is kept. */
export * from './connections.ts'
export * from './conversations.ts'
export * from './credits.ts'
export * from './data.ts'
export * from './identity.ts'
export * from './payments.ts'
export * from './places.ts'
export * from './records.ts'

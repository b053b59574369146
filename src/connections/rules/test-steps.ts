import { CONNECTION_STEPS, type ConnectionStep } from './connection.ts'

export type TestOutcome =
  | { state: 'none' }
  | { state: 'ok'; tables: number; latencyMs: number; serverVersion: string; warnings: string[] }
  | { state: 'failed'; step: ConnectionStep | null; message: string; hint: string }

export type TestStep = { step: ConnectionStep; label: string; state: 'waiting' | 'done' | 'failed' }

const LABELS: Record<'database' | 'external', Record<ConnectionStep, string>> = {
  database: {
    dns: 'Find the host',
    tcp: 'Reach its port',
    tls: 'Agree on encryption',
    auth: 'Sign in',
    database: 'Open the database',
    permission: 'Read its tables',
  },
  external: {
    dns: 'Find the host',
    tcp: 'Reach it',
    tls: 'Agree on encryption',
    auth: 'Show who asks',
    permission: 'Be let in',
    database: 'Find data there',
  },
}

export function testSteps(kind: 'database' | 'external', outcome: TestOutcome): TestStep[] {
  // An address lets in, or not, before it shows what it has.
  const order: ConnectionStep[] =
    kind === 'database' ? [...CONNECTION_STEPS] : ['dns', 'tcp', 'tls', 'auth', 'permission', 'database']
  const failed = outcome.state === 'failed' && outcome.step ? order.indexOf(outcome.step) : -1
  return order.map((step, index) => ({
    step,
    label: LABELS[kind][step],
    state: outcome.state === 'ok' || (failed >= 0 && index < failed) ? 'done' : index === failed ? 'failed' : 'waiting',
  }))
}

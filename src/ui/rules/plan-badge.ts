import { capital } from '#base/text.ts'
export type PlanBadge = { label: string; colour: 'blue' | 'green' | 'purple' }

/** The badge beside a person's name: Premium blue, Flexible green, any other plan purple by its own name, free plans none. */
export function planBadge(planType: string | null | undefined): PlanBadge | null {
  const plan = planType?.trim().toLowerCase()
  if (!plan || plan === 'free') return null
  if (plan === 'premium') return { label: 'Premium', colour: 'blue' }
  if (plan === 'flexible') return { label: 'Flexible', colour: 'green' }
  const name = planType!.trim()
  return { label: capital(name), colour: 'purple' }
}

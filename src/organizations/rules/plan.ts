/** The plan that counts for an organization: the best that one of its owners has now. */
export type HeldPlan = 'free' | 'flexible' | 'premium'

export const HELD_PLAN_NAMES: Record<HeldPlan, string> = { free: 'Free', flexible: 'Flexible', premium: 'Premium' }

/** @param plans types of the memberships that its owners have now */
export const bestPlan = (plans: readonly string[]): HeldPlan =>
  plans.includes('premium') ? 'premium' : plans.includes('flexible') ? 'flexible' : 'free'

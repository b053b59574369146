/** Roles of platform admins; a person may hold several. */
export const ADMIN_ROLES = ['superadmin', 'support', 'finance', 'security', 'analyst'] as const
export type AdminRole = (typeof ADMIN_ROLES)[number]

export const isAdmin = (roles: readonly string[]): boolean => roles.length > 0

/** Whether a person with these roles may do what `needed` may; a superadmin may do everything. */
export const holds = (roles: readonly string[], needed: AdminRole): boolean =>
  roles.includes('superadmin') || roles.includes(needed)

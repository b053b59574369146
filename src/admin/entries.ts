import { type AdminRole, holds, isAdmin } from '#auth/rules/admin-role.ts'
import type { IconName } from '#ui/rules/icon.ts'
import { urls } from '../urls.ts'

/** An entry of the panel's sidebar; entries of one group stand next to each other in the list and fold together. */
export type AdminEntry = {
  label: string
  href: string
  icon: IconName
  group: 'Security' | 'Financial' | null
  /** Who sees it: those whom the page lets in. */
  role: AdminRole | 'any'
}

/** The sidebar in its order: every page of the panel, and nothing else. */
export const ENTRIES: AdminEntry[] = [
  { label: 'Dashboard', href: urls.adminDashboard, icon: 'gauge', group: null, role: 'any' },
  { label: 'User Management', href: urls.adminUsers, icon: 'user', group: null, role: 'support' },
  { label: 'Organizations', href: urls.adminOrganizations, icon: 'building', group: null, role: 'support' },
  { label: 'Analytics & Reports', href: urls.adminAnalytics, icon: 'chart', group: null, role: 'analyst' },
  { label: 'Security Events', href: urls.adminSecurity, icon: 'lock', group: 'Security', role: 'security' },
  { label: 'Audit Logs', href: urls.adminAuditLogs, icon: 'book', group: 'Security', role: 'security' },
  { label: 'Refund Requests', href: urls.adminRefundRequests, icon: 'retry', group: 'Financial', role: 'finance' },
  { label: 'Credit Allocation', href: urls.adminCreditAllocation, icon: 'plus', group: 'Financial', role: 'finance' },
  { label: 'Billing Management', href: urls.adminBilling, icon: 'credit', group: 'Financial', role: 'finance' },
  { label: 'Data Sources', href: urls.adminDataSources, icon: 'table', group: null, role: 'support' },
  { label: 'XAI Configuration', href: urls.adminXaiConfig, icon: 'chat', group: null, role: 'superadmin' },
  { label: 'Application Logs', href: urls.adminLogs, icon: 'file', group: null, role: 'support' },
  { label: 'System Settings', href: urls.adminSettings, icon: 'gear', group: null, role: 'superadmin' },
]

export const mayOpen = (roles: readonly string[], address: string): boolean =>
  sidebar(roles).some(({ entries }) => entries.some(({ href }) => href === address))

/** Neighbours of one group together; an entry without a group stands alone. */
export type AdminGroup = { name: AdminEntry['group']; entries: AdminEntry[] }

export function sidebar(roles: readonly string[], entries = ENTRIES): AdminGroup[] {
  const groups: AdminGroup[] = []
  for (const entry of entries) {
    if (entry.role === 'any' ? !isAdmin(roles) : !holds(roles, entry.role)) continue
    const last = groups.at(-1)
    if (last && entry.group !== null && last.name === entry.group) last.entries.push(entry)
    else groups.push({ name: entry.group, entries: [entry] })
  }
  return groups
}

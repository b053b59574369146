import { expect, test } from 'bun:test'
import { testApp } from '../../tests/support/world.ts'
import { type AdminEntry, ENTRIES, sidebar } from './entries.ts'
import { AdminFrame } from './pages/page.tsx'

const entry = (label: string, group: AdminEntry['group'], role: AdminEntry['role']): AdminEntry => ({
  label,
  href: `/admin/${label.toLowerCase()}`,
  icon: 'chart',
  group,
  role,
})
const entries = [
  entry('Dashboard', null, 'any'),
  entry('Events', 'Security', 'security'),
  entry('Audit', 'Security', 'security'),
  entry('Credits', 'Financial', 'finance'),
  entry('Logs', null, 'support'),
]
const labels = (roles: string[]) => sidebar(roles, entries).map((group) => group.entries.map(({ label }) => label))

test('everybody finds what their roles open, neighbours of a group together', () => {
  expect(labels(['superadmin'])).toEqual([['Dashboard'], ['Events', 'Audit'], ['Credits'], ['Logs']])
  expect(labels(['security'])).toEqual([['Dashboard'], ['Events', 'Audit']])
  expect(labels(['finance', 'support'])).toEqual([['Dashboard'], ['Credits'], ['Logs']])
  expect(labels([])).toEqual([])
})

test('groups fold and are remembered; that of the page itself stays open', () => {
  const html = String(
    AdminFrame({ groups: sidebar(['superadmin'], entries), counts: {}, path: '/admin/audit', children: 'x' }),
  )
  expect(html).toContain('<details open=""><summary>Security')
  expect(html).toContain('<details open="" data-remember="admin-Financial"><summary>Financial')
  expect(html).toMatch(/<a href="\/admin\/audit" aria-current="page">/)
  expect(html.match(/aria-current/g)).toHaveLength(1)
})

test('every entry leads to a page of the panel that asks for the same role', async () => {
  const { routes } = await testApp()
  const panelRoutes = routes
    .filter(({ method }) => method === 'GET')
    .map(({ path, handler }) => `${path} ${handler.name.split(' -> ')[0]}`)
  for (const { href, role } of ENTRIES) expect(panelRoutes).toContain(`${href} admin ${role}`)
})

import { sessionCtx } from '#auth/guard.ts'
import { type SessionCtx, signInFirst } from '#auth/identify.ts'
import { type AdminRole, holds, isAdmin } from '#auth/rules/admin-role.ts'
import { forbidden } from '#base/errors.ts'
import * as security from '#records/security.ts'
import { guard } from '#web/handler.ts'
import type { AdminCtx } from '../ctx.ts'

/**
 * Platform admins who hold `role`, or any role at all. Guests sign in first; everybody else is refused, and the attempt is noted.
 * Their roles are read with each request, so that one that is taken away is gone at once.
 */
export const admin = (role: AdminRole | 'any') =>
  guard<AdminCtx & SessionCtx>(`admin ${role}`, async (ctx, c) => {
    const found = await sessionCtx(ctx, c)
    if (!found) throw signInFirst()
    const { adminRoles } = found.user
    if (role === 'any' ? isAdmin(adminRoles) : holds(adminRoles, role)) return { ...found, adminRoles }
    await security.record(found, 'admin_refused', { needs: role, roles: adminRoles, path: c.req.path })
    const message = isAdmin(adminRoles)
      ? `This page needs the admin role ${role}. Ask a superadmin for it.`
      : 'The admin panel is open to platform admins only. Ask one of them if you need something from it.'
    throw forbidden(message, 'not_admin')
  })

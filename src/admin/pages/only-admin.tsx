import { numberText } from '#base/format.ts'
import { priceText } from '#billing/rules/price.ts'
import { Alert } from '#ui/field.tsx'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'

/** Says what is missing where one person alone looks after money. */
export const OnlyAdmin = ({ ctx, only }: { ctx: AdminCtx; only: boolean }) => {
  if (!only) return null
  const { second_above_inr: rupees, second_above_credits: most } = ctx.settings().finance
  return (
    <Alert type="info" icon="info">
      You are the only finance admin. What is for yourself, and what is above {priceText(rupees * 100, 'INR')} or{' '}
      {numberText(most)} credits, needs a second one: a superadmin can give somebody the role finance under{' '}
      <a href={urls.adminUsers}>User Management</a>.
    </Alert>
  )
}

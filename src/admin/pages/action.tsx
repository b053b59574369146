import type { Child } from 'hono/jsx'
import { ButtonLink } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { type Action, REASON_LENGTH, reasonBody } from '../rules/action.ts'
import { adminPage } from './page.tsx'

type Fields = (form: FormState) => Child

/**
 * The button of an action with its question: a dialog that the browser itself opens over the page, so that it works without a script.
 * @param fields what else is asked
 */
export const ActionButton = ({ action, fields, small }: { action: Action; fields?: Fields; small?: boolean }) => (
  <>
    <button
      type="button"
      class={`button ${small ? 'button-small' : ''} ${action.type === 'danger' ? 'button-danger-quiet' : ''}`}
      popovertarget={`action-${action.id}`}
    >
      {action.button}
    </button>
    <dialog
      class="dialog"
      id={`action-${action.id}`}
      popover="auto"
      data-type={action.type}
      aria-labelledby={`action-${action.id}-title`}
    >
      <form method="post" action={action.address} data-download={action.download}>
        <div class="dialog-head">
          <span class="dialog-icon">
            <Icon name={action.type === 'info' ? 'info' : 'warning'} />
          </span>
          <h2 id={`action-${action.id}-title`}>{action.title}</h2>
        </div>
        <div class="dialog-body action-body">
          <Asked action={action} form={emptyForm()} {...(fields ? { fields } : {})} />
        </div>
        <div class="dialog-foot">
          <button type="button" class="button" popovertarget={`action-${action.id}`} popovertargetaction="hide">
            Cancel
          </button>
          <Do action={action} />
        </div>
      </form>
    </dialog>
  </>
)

type PageProps = { action: Action; form: FormState; fields?: Fields; back: string }

/** The same question as a page of its own: when what was sent could not be done. */
const ActionPage = ({ action, form, fields, back }: PageProps) => (
  <div class="page centred">
    <form class="card" method="post" action={action.address}>
      <div class="card-body action-body">
        <h1>{action.title}</h1>
        <Problem text={form.problem} />
        <Asked action={action} form={form} {...(fields ? { fields } : {})} />
        <div class="form-actions">
          <Do action={action} />
          <ButtonLink to={back} label="Cancel" />
        </div>
      </div>
    </form>
  </div>
)

const Asked = ({ action, form, fields }: { action: Action; form: FormState; fields?: Fields }) => (
  <>
    <p>{action.message}</p>
    {Object.entries(action.fields ?? {}).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    {fields?.(form)}
    {action.confirm !== undefined && (
      <Field
        form={form}
        id={`action-${action.id}-confirm`}
        name="confirm"
        label={`Type "${action.confirm}" to confirm`}
      />
    )}
    <Field
      form={form}
      id={`action-${action.id}-reason`}
      name={action.asks?.name ?? 'reason'}
      label={action.asks?.label ?? 'Reason'}
      type="textarea"
      maxlength={REASON_LENGTH}
      hint="Stands in the audit log with your name."
    />
  </>
)

const Do = ({ action }: { action: Action }) => (
  <button type="submit" class={`button ${action.type === 'danger' ? 'button-danger' : 'button-primary'}`}>
    {action.button}
  </button>
)

type Posted<Work> = {
  /** Does it, and says where to go then. */
  work: Work
  /** How it is asked again; read only then. */
  question: () => Promise<{ action: Action; fields?: Fields; back: string }>
}

/**
 * Does an action that was posted and goes back to its page, which tells by `?done=` what was done. What can be mended is asked again.
 * `work` may answer something else than the way back.
 */
export function actionAnswer(c: HttpContext, ctx: AdminCtx, posted: Posted<() => Promise<Response | string>>) {
  const again = async (_ctx: AdminCtx, _c: HttpContext, form: FormState, status: number) => {
    const { action, ...rest } = await posted.question()
    return adminPage(c, ctx, action.title, <ActionPage action={action} form={form} {...rest} />, status)
  }
  return submitted(ctx, c, again, async () => {
    const done = await posted.work()
    return typeof done === 'string' ? c.redirect(done, 303) : done
  })
}

/** The same for an action that is only given its reason. */
export const reasonAnswer = (c: HttpContext, ctx: AdminCtx, posted: Posted<(reason: string) => Promise<string>>) =>
  actionAnswer(c, ctx, { ...posted, work: async () => posted.work((await readBody(c, reasonBody)).reason) })

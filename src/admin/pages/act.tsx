import type { Child } from 'hono/jsx'
import { ButtonLink } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { emptyForm, type FormState, submit } from '#web/form.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { type Act, REASON_LENGTH } from '../rules/act.ts'
import { adminPage } from './page.tsx'

type Fields = (form: FormState) => Child

/**
 * The button of an act with its question: a dialog that the browser itself opens over the page, so that it works without a script.
 * @param fields what else is asked
 */
export const ActButton = ({ act, fields, small }: { act: Act; fields?: Fields; small?: boolean }) => (
  <>
    <button
      type="button"
      class={`button ${small ? 'button-small' : ''} ${act.type === 'danger' ? 'button-danger-quiet' : ''}`}
      popovertarget={`act-${act.id}`}
    >
      {act.action}
    </button>
    <dialog
      class="dialog"
      id={`act-${act.id}`}
      popover="auto"
      data-type={act.type}
      aria-labelledby={`act-${act.id}-title`}
    >
      <form method="post" action={act.address} data-download={act.download}>
        <div class="dialog-head">
          <span class="dialog-icon">
            <Icon name={act.type === 'info' ? 'info' : 'warning'} />
          </span>
          <h2 id={`act-${act.id}-title`}>{act.title}</h2>
        </div>
        <div class="dialog-body act-body">
          <Asked act={act} form={emptyForm()} {...(fields ? { fields } : {})} />
        </div>
        <div class="dialog-foot">
          <button type="button" class="button" popovertarget={`act-${act.id}`} popovertargetaction="hide">
            Cancel
          </button>
          <Do act={act} />
        </div>
      </form>
    </dialog>
  </>
)

/** The same question as a page of its own: when what was sent could not be done. */
const ActPage = ({ act, form, fields, back }: { act: Act; form: FormState; fields?: Fields; back: string }) => (
  <div class="page centred">
    <form class="card" method="post" action={act.address}>
      <div class="card-body act-body">
        <h1>{act.title}</h1>
        <Problem text={form.problem} />
        <Asked act={act} form={form} {...(fields ? { fields } : {})} />
        <div class="form-actions">
          <Do act={act} />
          <ButtonLink to={back} label="Cancel" />
        </div>
      </div>
    </form>
  </div>
)

const Asked = ({ act, form, fields }: { act: Act; form: FormState; fields?: Fields }) => (
  <>
    <p>{act.message}</p>
    {Object.entries(act.fields ?? {}).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    {fields?.(form)}
    {act.confirm !== undefined && (
      <Field form={form} id={`act-${act.id}-confirm`} name="confirm" label={`Type "${act.confirm}" to confirm`} />
    )}
    <Field
      form={form}
      id={`act-${act.id}-reason`}
      name={act.asks?.name ?? 'reason'}
      label={act.asks?.label ?? 'Reason'}
      type="textarea"
      maxlength={REASON_LENGTH}
      hint="Stands in the audit log with your name."
    />
  </>
)

const Do = ({ act }: { act: Act }) => (
  <button type="submit" class={`button ${act.type === 'danger' ? 'button-danger' : 'button-primary'}`}>
    {act.action}
  </button>
)

/**
 * Does an act that was posted and goes back to its page, which tells by `?done=` what was done. What can be mended is asked again.
 * @param work does it, and may answer something else than the way back
 * @param question how it is asked again; read only then
 */
export const actAnswer = (
  c: HttpContext,
  ctx: AdminCtx,
  work: () => Promise<Response | string>,
  question: () => Promise<{ act: Act; fields?: Fields; back: string }>,
): Promise<Response> =>
  submit(
    c,
    async () => {
      const done = await work()
      return typeof done === 'string' ? c.redirect(done, 303) : done
    },
    async (form, status) => {
      const { act, ...rest } = await question()
      return adminPage(c, ctx, act.title, <ActPage act={act} form={form} {...rest} />, status)
    },
  )

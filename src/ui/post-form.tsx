import type { Child, JSX } from 'hono/jsx'
import { Submit } from './button.tsx'
import { Problem } from './field.tsx'

type PostFormProps = {
  action: string
  /** What is wrong with it as a whole stands above its fields. */
  form?: { problem: string | null }
  submit: string
  look?: Parameters<typeof Submit>[0]['look']
  beside?: Child
  children?: Child
}

export const PostForm = (props: PostFormProps & JSX.IntrinsicElements['form']) => {
  const { form, submit, look, beside, children, ...attributes } = props
  return (
    <form class="form" method="post" {...attributes}>
      {form && <Problem text={form.problem} />}
      {children}
      <div class="form-actions">
        <Submit look={look} label={submit} />
        {beside}
      </div>
    </form>
  )
}

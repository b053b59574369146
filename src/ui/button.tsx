import type { Child, JSX } from 'hono/jsx'
import { Icon } from './icon.tsx'
import type { IconName } from './rules/icon.ts'

type Kind = 'primary' | 'danger' | 'quiet'
type Size = 'small' | 'large'
/** `label` is its text; `children` where it is more than that. */
type Look = { look?: Kind | Size | `${Kind} ${Size}`; label?: string; children?: Child }

const classOf = (look = '') => ['button', ...look.split(' ').map((it) => it && `button-${it}`)].join(' ').trim()

export const Submit = ({ look, label, children, ...attributes }: Look & JSX.IntrinsicElements['button']) => (
  <button class={classOf(look)} type="submit" {...attributes}>
    {label ?? children}
  </button>
)

export const ButtonLink = (props: Look & JSX.IntrinsicElements['a'] & { to: string }) => {
  const { look, to, label, children, ...attributes } = props
  return (
    <a class={classOf(look)} href={to} {...attributes}>
      {label ?? children}
    </a>
  )
}

/** What stands where a list would, when nothing is in it; `children` say what to do. */
export const Empty = (props: {
  icon?: IconName
  title: string
  level?: 'h2' | 'h3'
  text?: Child
  children?: Child
}) => {
  const Heading = props.level ?? 'h2'
  return (
    <div class="empty">
      {props.icon && <Icon name={props.icon} />}
      <Heading>{props.title}</Heading>
      {props.text && <p>{props.text}</p>}
      {props.children}
    </div>
  )
}

import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { FormState } from '#web/form.ts'
import type { User } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { CentredPage, PasswordAgain, ProfileFrame } from './parts.tsx'

type Named = { id: string; name: string }
type Props = {
  user: User
  hasPassword: boolean
  /** Organizations that would be left without an owner. */
  blocking: Named[]
  /** Organizations in which nobody else is. */
  alone: Named[]
  form: FormState
}

export const AccountPage = ({ user, hasPassword, blocking, alone, form }: Props) => (
  <ProfileFrame here="account">
    <Card
      id="export"
      title="Your data"
      intro="Profile, sessions, organizations, conversations with their answers, credits and the log of what you did, as one ZIP file of JSON."
    >
      <div class="card-body">
        <PostButton to={urls.profileExport} label="Download my data" />
      </div>
    </Card>
    <Card
      id="delete"
      title="Delete your account"
      class="card-danger"
      intro="This cannot be undone. Your conversations, keys and sessions are erased and what you bought is lost; the books are kept without your name."
    >
      {blocking.length > 0 ? <Blocked blocking={blocking} /> : <DeleteForm {...{ user, hasPassword, alone, form }} />}
    </Card>
  </ProfileFrame>
)

const Blocked = ({ blocking }: { blocking: Named[] }) => (
  <div class="card-body">
    <p>
      You are the only owner of organizations that have other members. Hand each over to somebody, or delete it, first:
    </p>
    <ul class="rows rows-framed">
      {blocking.map(({ id, name }) => (
        <li>
          <strong class="grow wrap">{name}</strong>
          <ButtonLink look="small" to={href(urls.organizationMembers, { id })}>
            Make somebody owner<span class="quiet"> of {name}</span>
          </ButtonLink>
          <ButtonLink look="small" to={`${href(urls.organizationSettings, { id })}#delete`}>
            Delete<span class="quiet"> {name}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  </div>
)

const DeleteForm = ({ user, hasPassword, alone, form }: Omit<Props, 'blocking'>) => (
  <PostForm class="card-body form" action={urls.profileDelete} form={form} submit="Delete my account" look="danger">
    {alone.length > 0 && (
      <p>
        Deleted with it, since nobody else is in {alone.length === 1 ? 'it' : 'them'}:{' '}
        <strong class="wrap">{alone.map((it) => it.name).join(', ')}</strong>.
      </p>
    )}
    <Field form={form} name="confirm" label={`Type "${user.email}" to confirm`} />
    <PasswordAgain id="delete-password" form={form} has={hasPassword} />
  </PostForm>
)

/** What is left to say to somebody who has no account any more. */
export const DeletedPage = () => (
  <CentredPage
    title="Your account is deleted"
    text="We have mailed you that it is done. You can come back any time with a new account."
  >
    <p>
      <ButtonLink to={urls.home} label="Go to the start page" />
    </p>
  </CentredPage>
)

import { KIND_NAMES, KINDS, type NotificationKind } from '#notifications/rules/notification.ts'
import { Card } from '#ui/card.tsx'
import { Saved } from '#ui/field.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { urls } from '../../urls.ts'
import { ProfileFrame } from './parts.tsx'

type Props = { mails: Record<NotificationKind, boolean>; saved: boolean }

/** Which notifications come by mail beside the page that has all of them. */
export const NotificationSettingsPage = ({ mails, saved }: Props) => (
  <ProfileFrame here="notifications">
    <Card
      id="mails"
      title="Mails"
      intro={
        <>
          You find all of this under <a href={urls.notifications}>Notifications</a>. Choose what comes to you by mail as
          well, at once.
        </>
      }
    >
      <PostForm class="card-body form" action={urls.profileNotifications} submit="Save" look="primary">
        <Saved show={saved}>Your choice is saved.</Saved>
        <fieldset class="fieldset">
          <legend>By mail as well</legend>
          {KIND_NAMES.map((kind) => (
            <label class="check">
              <input type="checkbox" name={kind} value="yes" checked={mails[kind]} />
              <span>{KINDS[kind].label}</span>
            </label>
          ))}
        </fieldset>
      </PostForm>
    </Card>
  </ProfileFrame>
)

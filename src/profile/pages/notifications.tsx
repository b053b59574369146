import { DIGESTS, type Digest, KIND_NAMES, KINDS, type NotificationKind } from '#notifications/rules/notification.ts'
import { Card } from '#ui/card.tsx'
import { Field, Saved } from '#ui/field.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { emptyForm } from '#web/form.ts'
import { urls } from '../../urls.ts'
import { ProfileFrame } from './parts.tsx'

type Props = {
  settings: { mails: Record<NotificationKind, boolean>; digest: Digest; timeZone: string; watchesAtOnce: boolean }
  saved: boolean
}

/** Which notifications come by mail beside the page that has all of them. */
export const NotificationSettingsPage = ({ settings: { mails, digest, timeZone, watchesAtOnce }, saved }: Props) => (
  <ProfileFrame here="notifications">
    <Card
      id="mails"
      title="Mails"
      intro={
        <>
          You find all of this under <a href={urls.notifications}>Notifications</a>. Choose what comes to you by mail as
          well, and when.
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
        <Field form={emptyForm()} name="digest" label="When" options={DIGESTS} usual={digest} />
        <Field
          form={emptyForm()}
          name="time_zone"
          label="Time zone of that hour"
          options={['UTC', ...Intl.supportedValuesOf('timeZone')].map(
            (zone) => [zone, zone.replaceAll('_', ' ')] as const,
          )}
          usual={timeZone}
        />
        <label class="check">
          <input type="checkbox" name="watches_at_once" value="yes" checked={watchesAtOnce} />
          <span>What a watch found comes at once all the same</span>
        </label>
      </PostForm>
    </Card>
  </ProfileFrame>
)

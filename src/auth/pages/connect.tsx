import { SITE } from '#base/site.ts'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Checks } from '#ui/field.tsx'
import { emptyForm } from '#web/form.ts'
import { urls } from '../../urls.ts'
import { SCOPES, type Scope } from '../rules/api-key.ts'
import { CONNECTED_DAYS } from '../rules/oauth.ts'
import { Card } from './card.tsx'

type Props = { name: string; place: string; scopes: Scope[]; email: string; action: string }

/** Asks whether a program may act for the person. Its name is what it calls itself: where it is answered says more. */
export const ConnectPage = ({ name, place, scopes, email, action }: Props) => (
  <Card
    title={`Connect ${name}?`}
    intro={`It would act for ${email} at ${SITE.name}. The access goes to ${place}: allow it only if you have just begun this there.`}
    foot={
      <>
        It lasts {CONNECTED_DAYS} days, or until you revoke its key under <a href={urls.profileKeys}>API keys</a>.
      </>
    }
  >
    <form class="form" method="post" action={action}>
      <Checks
        form={emptyForm()}
        name="scopes"
        legend="What it may do"
        options={Object.fromEntries(scopes.map((scope) => [scope, SCOPES[scope]]))}
        chosen={scopes}
      />
      <div class="form-actions">
        <Submit look="primary" label="Allow" name="answer" value="allow" />
        <Submit label="Deny" name="answer" value="deny" />
      </div>
    </form>
  </Card>
)

/** Leads back to the program, by itself where the browser does so. */
export const GoOnPage = ({ name, to }: { name: string; to: string }) => (
  <Card title={`Back to ${name}`} intro="You can close this page when the program goes on.">
    <ButtonLink to={to} label={`Continue to ${name}`} />
  </Card>
)

import { Breadcrumb } from '#organizations/pages/parts.tsx'
import type { KeptMail } from '#records/outbox.ts'
import { ButtonLink, Empty, Submit } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { href, urls } from '../../urls.ts'

const time = (moment: Date) => (
  <time datetime={moment.toISOString()}>{moment.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>
)

/** Mails that would have been sent, newest first. @param next address of the following page */
export const OutboxPage = (props: { mails: KeptMail[]; to: string; next: string | null }) => (
  <div class="page">
    <PageHead
      title="Outbox"
      text="This installation has no mail server. Mails are kept here instead of being sent; set SMTP_URL to send them."
    />
    <form class="row outbox-search" method="get" action={urls.outbox}>
      <input class="input" type="search" name="to" value={props.to} placeholder="name@example.com" aria-label="To" />
      <Submit label="Show" />
      {props.to && <a href={urls.outbox}>All mails</a>}
    </form>
    {props.mails.length === 0 ? (
      <Empty
        icon="mail"
        title={props.to ? `No mail to ${props.to}` : 'No mail yet'}
        text="Mails to verify an address, to reset a password and to invite people come here."
      />
    ) : (
      <ul class="outbox">
        {props.mails.map((mail) => (
          <li>
            <a href={href(urls.outboxMail, { id: mail.id })}>{mail.subject}</a>
            <span class="muted truncate">{mail.to}</span>
            <span class="muted num">{time(mail.sentAt)}</span>
          </li>
        ))}
      </ul>
    )}
    {props.next && (
      <nav class="pagination" aria-label="Pages">
        <ButtonLink to={props.next} label="Older mails" />
      </nav>
    )}
  </div>
)

/** One mail, as HTML in a frame of its own that can do nothing but open links, or as text. */
export const OutboxMailPage = (props: { mail: KeptMail; as: 'html' | 'text' }) => {
  const { mail } = props
  const here = href(urls.outboxMail, { id: mail.id })
  const [html, text] = [`${here}?as=html`, `${here}?as=text`]
  return (
    <div class="page">
      <Breadcrumb up={[['Outbox', urls.outbox]]} here={mail.subject} />
      <PageHead title={mail.subject} text={`To ${mail.to}, ${time(mail.sentAt)}`} />
      {mail.attachments.length > 0 && (
        <p class="row" data-gap="2">
          {mail.attachments.map(({ name }) => (
            <ButtonLink look="small" to={href(urls.outboxAttachment, { id: mail.id, name })}>
              <Icon name="file" />
              {name}
            </ButtonLink>
          ))}
        </p>
      )}
      <Tabs
        label="Form"
        here={`${here}?as=${props.as}`}
        of={[
          [html, 'HTML'],
          [text, 'Text'],
        ]}
      />
      {props.as === 'html' ? (
        <iframe
          class="mail-frame"
          title={`Mail: ${mail.subject}`}
          src={href(urls.outboxHtml, { id: mail.id })}
          sandbox="allow-top-navigation-by-user-activation"
        />
      ) : (
        <pre class="mail-text">{linked(mail.text)}</pre>
      )}
    </div>
  )
}

/** Text with its addresses as links: those of this product only lead anywhere. */
const linked = (text: string) =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, n) => (n % 2 === 1 ? <a href={piece}>{piece}</a> : piece))

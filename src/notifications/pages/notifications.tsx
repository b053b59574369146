import type { Page } from '#base/paging.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { Minute } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { href, urls } from '../../urls.ts'
import type { Notification } from '../notifications.ts'

/** What the person was told of. @param props.hasUnread some of it, on this page or another, was not read */
export const NotificationsPage = ({ list, hasUnread }: { list: Page<Notification>; hasUnread: boolean }) => (
  <div class="page">
    <PageHead title="Notifications" text="Mentions, comments, shares, watches that fired and runs that failed.">
      <ButtonLink to={urls.profileNotifications} label="Mails" />
      {hasUnread && <PostButton to={urls.notificationsRead} label="Mark all as read" />}
    </PageHead>
    {list.items.length === 0 ? (
      <Empty
        icon="bell"
        title="There is nothing to read"
        text="Here you are told when somebody mentions you, comments on a canvas of yours or shares something with you, and what your watches found."
      />
    ) : (
      <ul class="rows rows-framed notifications">
        {list.items.map((one) => (
          <Row one={one} />
        ))}
      </ul>
    )}
    {list.next && <ButtonLink to={href(urls.notifications, {}, { cursor: list.next })} label="Older notifications" />}
  </div>
)

const Row = ({ one: { id, title, text, path, workspace, createdAt, readAt } }: { one: Notification }) => (
  <li data-unread={readAt === null || undefined}>
    <div class="grow">
      <a href={path} data-notification={readAt === null ? id : undefined}>
        {title}
      </a>
      {text && <p>{text}</p>}
      <small class="muted">
        {readAt === null && <span class="quiet">Not read. </span>}
        {workspace.name} · <Minute at={createdAt} />
      </small>
    </div>
    {readAt === null && (
      <PostButton
        to={urls.notificationsRead}
        fields={{ ids: id }}
        look="quiet small"
        label="Mark as read"
        aria-label={`Mark as read: ${title}`}
      />
    )}
  </li>
)

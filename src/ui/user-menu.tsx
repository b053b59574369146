import { urls } from '../urls.ts'
import type { Frame, Theme, Viewer } from './frame.ts'
import { Icon } from './icon.tsx'

const nameOf = (viewer: Viewer): string => viewer.name || viewer.email

/** The picture over the initial, which shows when there is no picture or it cannot be loaded. */
const Avatar = ({ viewer }: { viewer: Viewer }) => (
  <span class="avatar" aria-hidden="true" data-viewer-avatar>
    {nameOf(viewer).trim().charAt(0)}
    {viewer.image && <img src={viewer.image} alt="" width={28} height={28} />}
  </span>
)

/** Name, and beside it the place where the page script puts the badge of the plan. */
const NameAndPlan = ({ viewer }: { viewer: Viewer }) => (
  <>
    <span class="truncate" data-viewer-name>
      {nameOf(viewer)}
    </span>
    <span class="plan" data-plan />
  </>
)

/** The bar has room for a part of a long name or error; the list has all of it. Its width is fixed: a badge or a picture that arrives moves nothing. */
export const UserMenu = ({ viewer, frame }: { viewer: Viewer; frame: Frame }) => (
  <details class="menu user desktop">
    <summary>
      <Avatar viewer={viewer} />
      <span class="quiet">Account of </span>
      <NameAndPlan viewer={viewer} />
      <Icon name="chevron" />
    </summary>
    <div class="menu-list">
      <p class="user-whole">
        <strong data-viewer-name>{nameOf(viewer)}</strong>
        <span data-plan-error hidden />
      </p>
      <UserEntries viewer={viewer} frame={frame} />
    </div>
  </details>
)

/** Who is signed in, at the head of their entries in the mobile menu. */
export const UserCard = ({ viewer }: { viewer: Viewer }) => (
  <div class="user-card">
    <Avatar viewer={viewer} />
    <NameAndPlan viewer={viewer} />
  </div>
)

export const UserEntries = ({ viewer, frame }: { viewer: Viewer; frame: Frame }) => (
  <>
    <small class="user-email">{viewer.email}</small>
    <a href={urls.profile}>
      <Icon name="user" />
      Profile
    </a>
    <a href={urls.profile}>
      <Icon name="gear" />
      Settings
    </a>
    <a href={urls.billing}>
      <Icon name="credit" />
      Billing &amp; Credits
    </a>
    <a href={urls.invitations}>
      <Icon name="mail" />
      Invitations
      <span class="count push" data-invitations hidden />
    </a>
    {viewer.admin && (
      <a href={urls.adminDashboard} data-admin>
        <Icon name="gauge" />
        Admin Portal
      </a>
    )}
    <form method="post" action={urls.logout} data-sign-out>
      <button type="submit">
        <Icon name="leave" />
        Sign Out
      </button>
    </form>
    <hr />
    <ThemeSwitch theme={frame.theme} />
  </>
)

const CHOICES = [
  ['system', 'system', 'System'],
  ['light', 'sun', 'Light'],
  ['dark', 'moon', 'Dark'],
] as const

/** Posts the choice, which a cookie keeps; the page script applies it without a reload. */
export const ThemeSwitch = (props: { theme: Theme }) => (
  <form method="post" action={urls.theme} data-theme-form>
    {/* A group and not a landmark: a page has it in its menus and in its footer. */}
    <fieldset class="theme" aria-label="Theme">
      {CHOICES.map(([value, icon, label]) => (
        <button type="submit" name="theme" value={value} aria-pressed={props.theme === value ? 'true' : 'false'}>
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </fieldset>
  </form>
)

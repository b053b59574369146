import { urls } from '../urls.ts'
import { ButtonLink } from './button.tsx'
import type { Frame, Viewer } from './frame.ts'
import { Icon } from './icon.tsx'
import { Logo } from './logo.tsx'
import { GuestLinks, Navigation, NavLink } from './navigation.tsx'
import { UserCard, UserEntries, UserMenu } from './user-menu.tsx'

/**
 * The fixed bar on top of every page. Its menus open without script; the page script adds keys, hover and what they list.
 * The `data-viewer` attributes tell it whose page this is.
 */
export const Header = ({ frame }: { frame: Frame }) => {
  const { viewer } = frame
  return (
    <header
      class="header"
      data-viewer={viewer?.id}
      data-name={viewer ? viewer.name || viewer.email : undefined}
      data-image={viewer?.image ?? undefined}
    >
      <div class="spin-page" data-spinner aria-hidden="true" />
      <div class="header-inner">
        <Logo text />
        <nav class="header-nav desktop" aria-label="Main">
          {viewer ? <Navigation path={frame.path} kind="menu" /> : <GuestLinks path={frame.path} />}
        </nav>
        <div class="header-end">
          {viewer ? <SignedIn viewer={viewer} frame={frame} /> : <Guest />}
          <MobileMenu frame={frame} />
        </div>
      </div>
    </header>
  )
}

const Guest = () => (
  <>
    <a class="button button-quiet desktop" href={urls.login}>
      Login
    </a>
    <ButtonLink look="primary" to={urls.register} label="Get Started" />
  </>
)

/** The balance stands first: however long it gets, it grows into free space and moves nothing. */
const SignedIn = ({ viewer, frame }: { viewer: Viewer; frame: Frame }) => (
  <>
    <a
      class="pill balance"
      href={urls.billing}
      data-balance
      data-user={viewer.id}
      data-state="loading"
      aria-live="polite"
    >
      … credits
    </a>
    <button
      type="button"
      class="button button-quiet button-icon desktop"
      aria-label="Go to"
      title="Go to (Ctrl K)"
      data-palette
      data-waits
    >
      <Icon name="search" />
    </button>
    <UserMenu viewer={viewer} frame={frame} />
  </>
)

const MobileMenu = ({ frame }: { frame: Frame }) => (
  <details class="menu mobile">
    <summary aria-label="Menu">
      <Icon name="menu" size={20} />
    </summary>
    <nav class="menu-list" aria-label="Menu">
      {frame.viewer ? (
        <>
          <UserCard viewer={frame.viewer} />
          <Navigation path={frame.path} kind="fold" />
          <hr />
          <UserEntries viewer={frame.viewer} frame={frame} />
        </>
      ) : (
        <>
          <GuestLinks path={frame.path} />
          <NavLink href={urls.login} path={frame.path}>
            Sign In
          </NavLink>
          <NavLink href={urls.register} path={frame.path}>
            Get Started
          </NavLink>
        </>
      )}
    </nav>
  </details>
)

import { keepSignedIn } from './token-store.ts'

/** What pages do on which people sign in, or type a password. */
function show(button: HTMLButtonElement, shown: boolean) {
  const field = document.getElementById(button.getAttribute('aria-controls') ?? '')
  if (field instanceof HTMLInputElement) field.type = shown ? 'text' : 'password'
  button.setAttribute('aria-pressed', String(shown))
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLButtonElement>('[data-show-password]')
  if (button) show(button, button.getAttribute('aria-pressed') !== 'true')
  const google = target.closest<HTMLAnchorElement>('a[data-google]')
  if (google) rememberByGoogle(google)
})

/** The way through Google is a link and takes the box of the form along. */
function rememberByGoogle(link: HTMLAnchorElement) {
  const keep = document.querySelector<HTMLInputElement>('[data-session-form] [name="remember"]')?.checked ?? true
  const address = new URL(link.href)
  if (keep) address.searchParams.delete('remember')
  else address.searchParams.set('remember', 'off')
  link.href = address.href
  keepSignedIn(keep)
}

document.addEventListener('submit', ({ target }) => {
  const form = target as HTMLFormElement
  // Browsers offer to keep a password only of a field that hides it.
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-show-password]')) show(button, false)
  if (form.matches('[data-session-form]')) keepSignedIn(new FormData(form).has('remember'))
})

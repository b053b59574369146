// The payment window itself: card, one-time password. It tells the page that opened it by messages, as the real one does.
const parts = Object.fromEntries([...document.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part]))
const query = new URLSearchParams(location.search)
let payment = null

const tell = (sandbox, value) => parent.postMessage({ sandbox, value }, location.origin)

function show(name) {
  for (const part of Object.values(parts)) part.hidden = part.dataset.part !== name
  parts[name].querySelector('input, button')?.focus()
}

async function send(verb, body) {
  const answer = await fetch(verb, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

function complain(part, text) {
  const place = parts[part].querySelector('[role="alert"]')
  place.textContent = text
  place.hidden = text === ''
}

/** Runs `work` with the part's buttons busy; what goes wrong on the way is said there. */
async function busy(part, work) {
  const buttons = parts[part].querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  complain(part, '')
  try {
    await work()
  } catch {
    complain(part, 'The payment window could not reach its server. Please try again.')
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

/** The real window closes too, since its own way to try again is turned off. */
function failed(error) {
  tell('failed', { error })
  tell('dismissed')
}

parts.card.addEventListener('submit', (event) => {
  event.preventDefault()
  const card = Object.fromEntries(new FormData(event.target))
  busy('card', async () => {
    const { error, payment_id } = await send('pay', { order_id: query.get('order_id'), card })
    if (error?.field) complain('card', error.description)
    else if (error) failed(error)
    else {
      payment = payment_id
      show('otp')
    }
  })
})

parts.otp.addEventListener('submit', (event) => {
  event.preventDefault()
  const { otp } = Object.fromEntries(new FormData(event.target))
  busy('otp', async () => {
    const answer = await send('otp', { payment_id: payment, otp })
    if (answer.wrong) complain('otp', 'That is not right. In the sandbox any four to ten digits are.')
    else if (answer.error) failed(answer.error)
    else tell('paid', answer)
  })
})

async function dismiss() {
  if (payment) await send('cancel', { payment_id: payment }).catch(() => {})
  tell('dismissed')
}
for (const button of document.querySelectorAll('[data-dismiss]')) button.addEventListener('click', dismiss)
for (const button of document.querySelectorAll('[data-card]'))
  button.addEventListener('click', () => {
    parts.card.elements.number.value = button.dataset.card
  })
document.addEventListener('keydown', (event) => event.key === 'Escape' && dismiss())
window.addEventListener('message', (event) => {
  if (event.origin === location.origin && event.data?.sandbox === 'dismiss') dismiss()
})
// Before, a click would be lost and a form would be sent as any other.
for (const part of document.querySelectorAll('[inert]')) part.inert = false

// The stand-in of https://checkout.razorpay.com/v1/checkout.js: the same constructor, options and events, as far as they are used.
;(() => {
  const base = new URL('.', document.currentScript.src)

  class Razorpay {
    #options
    #listeners = new Map()
    #dialog = null
    #close = null

    constructor(options) {
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    }

    open() {
      if (this.#dialog) return
      const { key, order_id, name = '', description = '', prefill = {}, theme = {} } = this.#options
      const address = new URL('window', base)
      const about = { key_id: key, order_id, name, description, person: prefill.name ?? '', color: theme.color ?? '' }
      for (const [field, value] of Object.entries(about)) address.searchParams.set(field, value ?? '')

      const frame = document.createElement('iframe')
      frame.src = address.href
      frame.title = 'Sandbox payment window'
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0', colorScheme: 'normal' })
      const dialog = document.createElement('dialog')
      dialog.className = 'sandbox-checkout'
      Object.assign(dialog.style, {
        width: 'min(420px, calc(100vw - 24px))',
        height: 'min(640px, calc(100vh - 24px))',
        margin: 'auto',
        padding: '0',
        border: '0',
        borderRadius: '12px',
        overflow: 'hidden',
        background: 'transparent',
      })
      dialog.append(frame)
      const said = (event) => {
        if (event.source === frame.contentWindow && event.origin === base.origin) this.#hear(event.data ?? {})
      }
      window.addEventListener('message', said)
      // Escape asks the window, which may still have a payment to cancel.
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (this.#options.modal?.escape !== false) frame.contentWindow.postMessage({ sandbox: 'dismiss' }, base.origin)
      })
      this.#close = () => {
        window.removeEventListener('message', said)
        dialog.close()
        dialog.remove()
        this.#dialog = null
      }
      document.body.append(dialog)
      dialog.showModal()
      this.#dialog = dialog
    }

    close() {
      this.#close?.()
    }

    #hear({ sandbox, value }) {
      if (sandbox === 'paid') {
        this.close()
        this.#options.handler?.(value)
      } else if (sandbox === 'failed') {
        for (const listener of this.#listeners.get('payment.failed') ?? []) listener(value)
      } else if (sandbox === 'dismissed') {
        this.close()
        this.#options.modal?.ondismiss?.()
      }
    }
  }

  window.Razorpay = Razorpay
})()

import type { Config } from '#config.ts'

/** A mail as it is sent: both bodies say the same. */
export type Mail = { to: string; subject: string; text: string; html: string }
export type Attached = { name: string; type: string; content: Uint8Array }

/** Where mails go. Without SMTP_URL there is none: mails stay in the outbox. */
export type Mailer = {
  /** Hands one mail to the server. @throws Error when it refuses or does not answer in time */
  send(mail: Mail, attached?: Attached[]): Promise<void>
  close(): void
}

/** Longest wait for each step of talking to the SMTP server, in milliseconds. */
const TIMEOUT = 10_000

/** The configured SMTP server, which sends in the name of `sender`; null when there is none. nodemailer is loaded with the first mail. */
export function configuredMailer({ SMTP_URL }: Config, sender: () => string, timeoutMs = TIMEOUT): Mailer | null {
  if (!SMTP_URL) return null
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: SMTP_URL,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof open> | undefined
  return {
    async send({ to, subject, text, html }, attached = []) {
      transport ??= open()
      const attachments = attached.map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(content),
      }))
      // Pictures stand in the text with their bytes: readers of mail show those that are attached.
      const mail = { from: sender(), to, subject, text, html, attachments, attachDataUrls: true }
      await (await transport).sendMail(mail).catch((error: Error) => {
        // What a server says goes into the log, and it may repeat what it was told.
        const password = decodeURIComponent(new URL(SMTP_URL).password)
        throw password && error.message.includes(password)
          ? new Error(error.message.replaceAll(password, '[redacted]'))
          : error
      })
    },
    close() {
      void transport?.then((it) => it.close())
    },
  }
}

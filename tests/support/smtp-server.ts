import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SECRETS } from './secrets.ts'

const PASSWORD = SECRETS['password in SMTP_URL']

export type ParsedMail = { from: string; to: string[]; body: string }

/** A real SMTP server on this machine. @param take gets each mail; what it throws is the server's refusal (`responseCode`) */
export async function receive(take: (mail: ParsedMail) => void): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    // Who asks for the name of 127.0.0.1 where there is no name server waits for ten seconds.
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      done(password === PASSWORD ? null : new Error(`${username} has not the password ${password}`), {
        user: username,
      }),
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        try {
          take({ from, to: rcptTo.map((it) => it.address), body: Buffer.concat(pieces).toString() })
          done()
        } catch (error) {
          // The refusal that the test wants, with more than it should say.
          done(Object.assign(error as Error, { message: `${(error as Error).message} (${PASSWORD})` }))
        }
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://mailer:${PASSWORD}@127.0.0.1:${port}`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

import { chownSync, copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finish, installPackages } from './debian.ts'

/** An authority of our own (PEM) and a certificate for localhost that it signed, as files; `otherCa` signed nothing. */
export type Certificates = { ca: string; otherCa: string; cert: string; key: string }

/** Makes them with openssl. The certificate is for the name localhost, not for an address. */
export async function makeCertificates(): Promise<Certificates> {
  if (!Bun.which('openssl')) await installPackages(['openssl'], '')
  const dir = mkdtempSync(join(tmpdir(), 'tabletalk-tls-'))
  const file = (name: string) => join(dir, name)
  const openssl = (...options: string[]) =>
    finish(Bun.spawn(['openssl', ...options], { stdout: 'ignore', stderr: 'pipe' }), `openssl ${options[0]}`)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  for (const name of ['ca', 'other'])
    await openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.pem`),
      '-days',
      '30',
      '-subj',
      `/CN=${name}`,
    )
  await openssl('req', ...key, '-keyout', file('server.key'), '-out', file('server.csr'), '-subj', '/CN=localhost')
  writeFileSync(file('san'), 'subjectAltName=DNS:localhost')
  await openssl(
    ...['x509', '-req', '-in', file('server.csr'), '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'],
    ...['-out', file('server.pem'), '-days', '30', '-extfile', file('san')],
  )
  const read = (name: string) => readFileSync(file(name), 'utf8')
  return { ca: read('ca.pem'), otherCa: read('other.pem'), cert: file('server.pem'), key: file('server.key') }
}

/** Copies for a server that reads only keys of its own user. */
export async function keepFor(user: string, { cert, key }: Certificates, dir: string) {
  const kept = { cert: join(dir, 'server.pem'), key: join(dir, 'server.key') }
  copyFileSync(cert, kept.cert)
  copyFileSync(key, kept.key)
  if (process.getuid?.() === 0) {
    const id = async (flag: string) => Number(await new Response(Bun.spawn(['id', flag, user]).stdout).text())
    const [uid, gid] = [await id('-u'), await id('-g')]
    for (const path of Object.values(kept)) chownSync(path, uid, gid)
  }
  return kept
}

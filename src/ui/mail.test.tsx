import { expect, test } from 'bun:test'
import { mailOf } from './mail.tsx'

const letter = {
  title: 'Verify your email address',
  paragraphs: ['Ada <script>alert(1)</script> & Co. asked for it.', 'The link works for a day.'],
  action: { label: 'Verify email address', address: 'https://tables.example/verify-email/abc?x=1&y=2' },
  facts: [
    ['When', '1 May 2030'],
    ['Browser', 'Firefox'],
  ] as [string, string][],
  footnote: 'Not you? Do nothing.',
}

test('both bodies of a mail say the same', () => {
  const { subject, text, html } = mailOf(letter)
  expect(subject).toBe('Verify your email address')
  expect(text).toContain('Ada <script>alert(1)</script> & Co. asked for it.\n\nThe link works for a day.')
  expect(text).toContain('When:    1 May 2030\nBrowser: Firefox')
  expect(text).toContain('Verify email address:\nhttps://tables.example/verify-email/abc?x=1&y=2')
  expect(html).toContain('href="https://tables.example/verify-email/abc?x=1&amp;y=2"')
  expect(html).toContain('Not you? Do nothing.')
})

test('what people call themselves is text, and begins no header', () => {
  const { html } = mailOf(letter)
  expect(html).not.toContain('<script>')
  expect(html).toContain('Ada &lt;script&gt;')
  expect(mailOf({ ...letter, subject: 'Ada\r\nBcc: all@example.com invites you' }).subject).toBe(
    'Ada Bcc: all@example.com invites you',
  )
})

test('nothing in a mail is fetched from anywhere', () => {
  expect(mailOf(letter).html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import/)
})

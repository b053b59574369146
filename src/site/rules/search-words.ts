const STOP = new Set(
  `a about all am an and any are as at be been but by can cannot could did do does doing for from get give go had has have having much
  help her his how i if in into is it its let like make may me might more my need no not of on one or our out over please see shall
  she should show so some tell than that the their them then there these they this those to up us use using want was we were what
  when where which who whom whose why will with would you your`.split(/\s+/),
)

/**
 * Words of one meaning, in their stems: what people type, and what the guides say. A word may stand in several groups.
 * Each line is one meaning.
 */
const MEANINGS = `
join combine merge link connect relate together meet match relation
chart graph plot diagram visual visualise visualize draw picture
pie donut doughnut ring share part percent chart
delete remove erase close deactivate cancel gone
account profile user
export download save extract
excel xlsx spreadsheet xls sheet
file upload csv document import
two multiple several many both
user person people member colleague teammate coworker
invite invitation add share
organization company
team person people member organization
price cost fee charge plan pricing pay
payment pay card purchase buy order
credit token balance quota
refund money cancellation return
invoice bill receipt tax gst vat
login sign password access account
password passphrase reset forgot
authenticator factor otp totp mfa 2fa authentication code
permission role right access
add invite
question ask chat conversation query
query sql statement select
database postgres postgresql mysql mariadb clickhouse snowflake bigquery sqlite trino
source connection connector database integration
api rest endpoint http webhook program
cli terminal command shell line
install deploy docker selfhost host server start run
model ai llm openai gpt ollama
limit max maximum size large big
slow fast speed performance
privacy private gdpr secret security
wrong error mistake failed fail
hide hidden mask restrict
column field
table dataset
history past previous log
update refresh change edit newer version
notify notification warn warning alert email mail
share send show colleague link
currency dollar euro rupee inr usd
budget limit spend cap
safe secure security protect
upgrade premium plan membership subscription flexible
own yourself self
`
  .trim()
  .split('\n')
  .map((line) => new Set(line.split(' ').map(stem)))

/** Stem by which words of a search and of a guide meet: "joining", "joined" and "joins". */
export function stem(word: string): string {
  if (word.length < 4) return word
  const one = word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/(?<![su])s$/, '')
  const cut = one
    .replace(/(?<=[a-z]{4})(?:ation|ition)s?$/, 'at')
    .replace(/(?<=[a-z]{3})(?:ing|ed|er|or|ment|ion|al|ly)$/, '')
    .replace(/(?<=[a-z]{3})e$/, '')
  return cut.replace(/([bdfgmnprt])\1$/, '$1')
}

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export const stemsIn = (text: string): string[] => wordsIn(text).map(stem)

/** The stems that a search is about; all of its words when each is one that says nothing. */
export function soughtStems(typed: string): string[] {
  const words = wordsIn(typed).slice(0, 30)
  const telling = words.filter((word) => !STOP.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stem))].slice(0, 10)
}

/** Stems that mean nearly the same, without the one itself. */
export const alike = (one: string): string[] => [
  ...new Set(
    MEANINGS.filter((group) => group.has(one)).flatMap((group) => [...group].filter((other) => other !== one)),
  ),
]

/** A name and its value; a value with spaces stands in quotes. */
const PAIR = /([\p{L}_@][\p{L}\d_.@/-]*)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?:\s+|$)/uy
/** Names and values in a line of a log, and how many lines of a beginning have such. */
const LEAST_PAIRS = 2
const LEAST_LINES = 0.9

const DAY = String.raw`\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d))?`
/** As newer ones of syslog write it. */
const MOMENT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`
const LEVEL = '(?i:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRIT(?:ICAL)?|SEVERE|ALERT|EMERG)'
const QUOTED = String.raw`(?:[^"\\]|\\.)*`
/** As clocks of people show it, in whatever order. */
const SHOWN = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?::\d\d)?(?:[ \u202f]?[AP]M)?`
/** Lines of web servers (common and combined), of syslog, of programs that write when, how grave and what, of what people write to each other, and of lists of files. */
const FORMS = [
  String.raw`(?:(?<site>\S+:\d+) )?(?<host>\S+) (?<identity>\S+) (?<user>\S+) \[(?<time>\d[^\]]+)\] "(?<request>${QUOTED})" (?<status>\d{3}) (?<bytes>\d+|-)(?: "(?<referer>${QUOTED})" "(?<agent>${QUOTED})")?(?: (?<more>.*))?`,
  String.raw`(?:<(?<priority>\d+)>)?(?<time>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|${MOMENT}) (?<host>[^\s[]\S*) (?<program>[^\s:[]+)(?:\[(?<process>\d+)\])?: (?<message>.*)`,
  String.raw`\[?(?<time>${DAY})\]? [-|]? ?\[?(?<level>${LEVEL})\]?:? +(?:[-|] )?(?<message>.*)`,
  String.raw`\[?(?<level>${LEVEL})\]? +\[?(?<time>${DAY})\]?,?:? +(?:[-|] )?(?<message>.*)`,
  String.raw`(?:\[(?<time>${SHOWN})\]|(?<time>${SHOWN}) -) (?<sender>(?:(?! - )[^:<>[\]]){1,60}): (?<message>.*)`,
  String.raw`\[?(?<time>${SHOWN}|\d{1,2}:\d\d(?::\d\d)?)\]? <(?<sender>[^<>]+)> (?<message>.*)`,
  String.raw`(?<mode>[-dlbcps][-rwxsStT]{9}[.+@]?) +(?<links>\d+) (?<owner>\S+) +(?<group>\S+) +(?<size>\d+) (?<modified>[A-Z][a-z]{2} [ \d]\d (?:\d\d:\d\d| \d{4})|\d{4}-\d\d-\d\d \d\d:\d\d(?::\S+)?(?: [-+]\d{4})?) (?<name>.+)`,
].map((form) => new RegExp(`^${form}$`, 'u'))

/** The values of a line of a log by their names, only those that it has; null for another line. */
export function logFields(line: string): Record<string, string> | null {
  const pairs = logPairs(line)
  const form = pairs ?? FORMS.map((form) => form.exec(line.trim())?.groups).find((found) => found)
  if (!form) return null
  // What a message says may be names and values, too.
  const said = form.message === undefined || pairs ? null : logPairs(form.message)
  const { message: _, ...others } = form
  const groups = said && !Object.keys(said).some((name) => name in others) ? { ...others, ...said } : form
  const filled = Object.entries(groups).filter(
    ([, value]) => value !== undefined && value !== '' && (pairs || value !== '-'),
  )
  // Some write milliseconds behind a comma.
  return Object.fromEntries(
    filled.map(([name, value]) => [name, !pairs && name === 'time' ? value.replace(/,(?=\d)/, '.') : value]),
  )
}

/** The values of a line such as `level=info msg="it began" ms=12.5`, by their names; null for another line. */
function logPairs(line: string): Record<string, string> | null {
  const found: Record<string, string> = {}
  const text = line.trim()
  for (PAIR.lastIndex = 0; PAIR.lastIndex < text.length; ) {
    const match = PAIR.exec(text)
    if (!match) return null
    const [, name = '', quoted, bare = ''] = match
    let own = name
    for (let n = 2; own in found; n++) own = `${name}_${n}`
    found[own] = quoted?.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char === 't' ? '\t' : char)) ?? bare
  }
  return Object.keys(found).length >= LEAST_PAIRS ? found : null
}

/** A remark of the program that writes, above its first line. */
const REMARK = /^\s*(?:#|;|%|\/\/|total \d+$|\/\S*:$)/
/** What goes on with the message above: where in a program an error came about. */
const GOES_ON = /^(?:[ \t]+\S|Caused by: |Traceback \(|[\w.$]+(?:Exception|Error)\b)/
/** Whether a line goes on with the message of the one above it. */
export const goesOn = (line: string): boolean => GOES_ON.test(line) && logFields(line) === null
/** How many lines of a text are remarks above the first line of a log. */
export const remarksAbove = (lines: readonly string[]): number =>
  Math.max(
    0,
    lines.findIndex((line) => line.trim() !== '' && !REMARK.test(line)),
  )

/** Whether a text begins with lines of a log; its last line may be cut off. */
export function looksLikeLog(head: string): boolean {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '')
  const whole = (lines.length > 2 ? lines.slice(0, -1) : lines).slice(remarksAbove(lines))
  const own = whole.filter((line) => !goesOn(line))
  // Above rows of a table stand its names.
  return own.length > 1 && logFields(whole[0]!) !== null && own.filter(logFields).length >= own.length * LEAST_LINES
}

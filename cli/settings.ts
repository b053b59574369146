import { homedir } from 'node:os'
import { join } from 'node:path'

/** What the environment says. Read here and nowhere else of the command line. */
export const environment = {
  folder: () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tabletalk'),
  url: () => process.env.TABLETALK_URL || undefined,
  profile: () => process.env.TABLETALK_PROFILE || undefined,
  apiKey: () => process.env.TABLETALK_API_KEY || undefined,
  /** https://no-color.org: any value that is not empty. */
  noColor: () => Boolean(process.env.NO_COLOR) || process.env.TERM === 'dumb',
  locale: () => Intl.DateTimeFormat().resolvedOptions().locale,
}

export const DEFAULT_URL = 'http://127.0.0.1:3000'

/** Regions whose numbers and dates people may choose: BCP 47 tag -> name, in the order of the list. */
export const LOCALES: Record<string, string> = {
  'en-IN': 'English (India)',
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'de-DE': 'Deutsch (Deutschland)',
  'es-ES': 'Español (España)',
  'fr-FR': 'Français (France)',
  'hi-IN': 'हिन्दी (भारत)',
  'it-IT': 'Italiano (Italia)',
  'ja-JP': '日本語 (日本)',
  'nl-NL': 'Nederlands (Nederland)',
  'pl-PL': 'Polski (Polska)',
  'pt-BR': 'Português (Brasil)',
  'sv-SE': 'Svenska (Sverige)',
  'zh-CN': '中文 (中国)',
}

/** Where the API is: /api of this site, unless the page names another path of it in `<meta name="api-base">`. */
const base = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.replace(/\/+$/, '') || '/api'

/** Where a call goes. @param path below /api, e.g. `/organizations`, or a whole path that begins with /api/ */
export const apiAddress = (path: string): string => `${base()}${path.replace(/^\/api(?=\/)/, '')}`

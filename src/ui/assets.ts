/** Address of a file of public/, with a hash of its content so that browsers may keep it for ever. */
export const asset = (name: string): string => `/assets/${name}`

import { InvalidArgumentError } from 'commander'

/** The number of a version, from 0: the defaults. */
export function versionNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('Give the number of a version; 0 are the defaults.')
  return number
}

/** "3", or "0 (the defaults)". */
export const versionText = (version: number): string => `${version}${version === 0 ? ' (the defaults)' : ''}`

/** Bytes of a part; every part but the last has as many. */
export const PART_BYTES = 8 << 20
/** Files from this size on are sent in parts by the browser and the command line. */
export const IN_PARTS_FROM = 32 << 20
/** Header that says where in the file a part begins, and in answers where the next one does. */
export const OFFSET_HEADER = 'Upload-Offset'

/** What a part at `offset` means for an upload that has `received` bytes of `size`. */
export function judgePart(
  { size, received }: { size: number; received: number },
  offset: number,
  length: number,
): 'take' | 'repeated' | 'elsewhere' | 'misshapen' {
  if (offset < received && offset + length <= received) return 'repeated'
  if (offset !== received) return 'elsewhere'
  const expected = Math.min(PART_BYTES, size - received)
  return length === expected && length > 0 ? 'take' : 'misshapen'
}

import { COLUMNS } from './board.ts'

/** Widths in which charts of a board are drawn, in pixels: for a phone, and for a third, a half, two thirds and the whole of a page. */
export const PICTURE_WIDTHS = ['340', '400', '600', '800', '1200'] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The width for a block of so many columns, beside others on a page. */
export const pictureWidth = (columns: number): PictureWidth =>
  PICTURE_WIDTHS.find((width) => width !== '340' && Number(width) >= (1200 * columns) / COLUMNS) ?? '1200'

import { pictureWidth } from '../rules/picture-width.ts'

/** As in canvas.css; paper is narrow too, but has the columns of the board. */
const PHONE = 'screen and (width < 860px)'

type Props = { block: { w: number }; address: (how: { width: string; theme: 'light' | 'dark' }) => string }

/** A chart as the picture that fits the window and the theme of the browser. Its figures stand beside it, so that it needs no words. */
export const ChartImage = ({ block, address }: Props) => {
  const wide = pictureWidth(block.w)
  const dark = '(prefers-color-scheme: dark)'
  return (
    <picture>
      <source media={`${PHONE} and ${dark}`} srcset={address({ width: '340', theme: 'dark' })} />
      <source media={PHONE} srcset={address({ width: '340', theme: 'light' })} />
      <source media={dark} srcset={address({ width: wide, theme: 'dark' })} />
      <img src={address({ width: wide, theme: 'light' })} alt="" loading="lazy" />
    </picture>
  )
}

import { element } from '../kit/element.ts'
import { pngOf } from '../kit/png.ts'

/** Longest side in pixels, and all pixels, that every browser of today draws. */
const MOST = { side: 16_000, pixels: 64_000_000 }
/** The widest that a page of a board becomes: in a wider window it stands in the middle. */
const WIDEST = 1248
const SVG = 'http://www.w3.org/2000/svg'
const CHART = 'data:image/svg+xml;base64,'
/** What is there to be opened or scrolled on a page. */
const STILL = '.shared-figures{display:none}.shared-page{min-height:0}*{scrollbar-width:none}'

/**
 * A board saved as HTML, as a PNG: laid out by the browser as the content of a picture that stands alone.
 * @throws Error in words where it is too long
 */
export async function boardPicture(html: string): Promise<Blob> {
  // Taken out before it is parsed: the policy of this page lets no document have it.
  let style = ''
  const bare = html.replace(/<style>(.*?)<\/style>/s, (_, text: string) => {
    style = text + STILL
    return ''
  })
  const page = new DOMParser().parseFromString(bare, 'text/html').documentElement
  const fonts = await pageFonts()
  // What a picture shows cannot use the fonts of what is around it.
  for (const image of page.querySelectorAll('img'))
    if (image.src.startsWith(CHART)) image.src = withFonts(image.src, fonts)
  const width = Math.min(innerWidth, WIDEST)
  const height = await heightOf(page, style, width)
  const scale = [2, 1].find(
    (scale) => Math.max(width, height) * scale <= MOST.side && width * height * scale ** 2 <= MOST.pixels,
  )
  if (!scale) throw new Error('This canvas is too long for one picture. Save it as PDF or HTML.')

  const markup = (node: Node) => new XMLSerializer().serializeToString(node)
  const root = `<svg xmlns="${SVG}" width="${width}" height="${height}" data-theme="${page.dataset.theme}">`
  const content = `<foreignObject width="100%" height="100%">${markup(page.querySelector('body')!)}</foreignObject>`
  const svg = `${root}${fonts}<style>${markup(new Text(style))}</style>${content}</svg>`
  const image = element('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}` })
  await image.decode()
  const canvas = element('canvas', { width: String(width * scale), height: String(height * scale) })
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return pngOf(canvas)
}

/**
 * The fonts of this page for an SVG, each with its letters in it. One letter of each is drawn by itself: browsers begin to read a font
 * where the one before it lacks a letter, and would show the picture before they come to the last.
 */
async function pageFonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap(({ cssRules, href }) => [...cssRules].map((rule) => ({ rule, href })))
  const faces = await Promise.all(
    rules.map(async ({ rule, href }) => {
      if (!(rule instanceof CSSFontFaceRule)) return ''
      const [whole, address] = /url\("?(.+?)"?\)/.exec(rule.cssText)!
      const font = await (await fetch(new URL(address!, href ?? undefined))).bytes()
      const text = rule.cssText.replace(whole, `url(data:font/woff2;base64,${font.toBase64()})`)
      // Of a range that begins with none, A.
      const letter = `&#${Number.parseInt(/U\+(\w+)/.exec(rule.cssText)?.[1] ?? '0', 16) || 65};`
      const family = rule.style.fontFamily.replaceAll('"', "'")
      return `<style>${text}</style><text font-family="${family}" visibility="hidden">${letter}</text>`
    }),
  )
  return faces.join('')
}

/** The picture of a chart, with fonts of its own. */
function withFonts(source: string, fonts: string): string {
  const svg = new TextDecoder().decode(Uint8Array.fromBase64(source.slice(CHART.length)))
  return CHART + new TextEncoder().encode(svg.replace('>', `>${fonts}`)).toBase64()
}

/** How high the page is: laid out out of sight, apart from the styles of the page around it. */
async function heightOf(content: Element, style: string, width: number): Promise<number> {
  const host = element('div')
  host.style.cssText = `all:initial;position:fixed;top:0;left:0;width:${width}px;visibility:hidden`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  const shadow = host.attachShadow({ mode: 'closed' })
  shadow.adoptedStyleSheets = [sheet]
  shadow.append(document.importNode(content.querySelector('body')!, true))
  document.body.append(host)
  try {
    // One that cannot be read takes no place in the picture either.
    await Promise.allSettled([...shadow.querySelectorAll('img')].map((image) => image.decode()))
    return Math.ceil(shadow.querySelector('.shared-page')!.getBoundingClientRect().height)
  } finally {
    host.remove()
  }
}

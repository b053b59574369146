import { raw } from 'hono/html'
import { SITE } from '#base/site.ts'
import { asset, hasAsset } from './assets.ts'
import type { Frame } from './frame.ts'

/** The picture of a shared link, drawn by `bun run pictures`. */
const CARD = { name: 'share.png', width: 1200, height: 630 }

/** What search engines and link previews read of a public page; other pages ask not to be listed. */
export const HeadTags = ({ frame, title }: { frame: Frame; title: string }) => {
  const { address, data = [] } = frame.listed ?? {}
  if (!frame.listed || !address) return <meta name="robots" content="noindex" />
  const description = frame.description ?? SITE.description
  const card = hasAsset(CARD.name) ? new URL(asset(CARD.name), address).href : null
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content="en_US" />
      {card && (
        <>
          <meta property="og:image" content={card} />
          <meta property="og:image:width" content={String(CARD.width)} />
          <meta property="og:image:height" content={String(CARD.height)} />
          <meta property="og:image:alt" content={SITE.tagline} />
        </>
      )}
      <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {card && <meta name="twitter:image" content={card} />}
      {data.length > 0 && (
        <script type="application/ld+json">
          {raw(inScript({ '@context': 'https://schema.org', '@graph': data }))}
        </script>
      )}
    </>
  )
}

/** JSON that cannot end the element it stands in. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

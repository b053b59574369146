import { asset, hasAsset } from '#ui/assets.ts'

type Shot = { name: string; width: number; height: number; text: string }

/** Pictures of the running product, made by `bun run screenshots`. */
const SHOTS: [large: Shot, ...small: Shot[]] = [
  {
    name: 'chat',
    width: 1280,
    height: 820,
    text: 'An answer beside its result: steps, prose with bound numbers, chart, rows and SQL.',
  },
  {
    name: 'tables',
    width: 1280,
    height: 820,
    text: 'The catalog: what every table and column holds, and how tables belong together.',
  },
  {
    name: 'sql',
    width: 1280,
    height: 820,
    text: 'The SQL editor, for when you know better.',
  },
]

/** In light and dark; the one that is not shown is not loaded. Without pictures there is nothing. */
export const Shots = () => {
  const [large, ...small] = SHOTS.filter(({ name }) => hasAsset(`${name}-light.webp`))
  if (!large) return null
  return (
    <section class="band shots">
      <h2>What it looks like</h2>
      <Picture shot={large} />
      <div class="shots-small">
        {small.map((shot) => (
          <Picture shot={shot} />
        ))}
      </div>
    </section>
  )
}

const Picture = ({ shot: { name, width, height, text } }: { shot: Shot }) => (
  <figure>
    {['light', 'dark'].map((theme) => (
      <img
        class={`shot-${theme}`}
        src={asset(`${name}-${theme}.webp`)}
        width={width}
        height={height}
        alt={text}
        loading="lazy"
        decoding="async"
      />
    ))}
    <figcaption>{text}</figcaption>
  </figure>
)

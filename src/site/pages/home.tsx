import { SITE } from '#base/site.ts'

export const HomePage = () => <h1>{SITE.tagline}</h1>

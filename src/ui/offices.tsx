import { SITE } from '#base/site.ts'

/** Where the product is at home. @param props.level of the heads */
export const Offices = ({ level: Heading = 'h2' }: { level?: 'h2' | 'h3' }) => (
  <>
    {SITE.offices.map((office) => (
      <div>
        <Heading>{office.name}</Heading>
        <address>
          {office.lines.map((line) => (
            <div>{line}</div>
          ))}
        </address>
      </div>
    ))}
  </>
)

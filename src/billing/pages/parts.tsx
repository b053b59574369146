/** A moment as its day in UTC: "21 November 2026". */
export const Day = ({ moment }: { moment: string }) => (
  <time datetime={moment}>
    {new Date(moment).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })}
  </time>
)

/** What waits for finance: refund requests without a decision, approved ones that are not paid back, and second approvals. */
export type Waiting = { requested: number; approved: number; approvals: number }

/** Nobody needs to know exactly how many more there are. */
export const MOST_COUNTED = 100
/** "3", "99+" */
export const countText = (count: number): string => (count >= MOST_COUNTED ? '99+' : String(count))

/** "2 refund requests wait for a decision" and the like, as parts of a sentence; what is none is left out. */
export function waitingLines({ requested, approved, approvals }: Waiting): string[] {
  const line = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${countText(count)} ${many}`]
  return [
    ...line(requested, 'refund request waits for a decision', 'refund requests wait for a decision'),
    ...line(approved, 'approved refund is not paid back yet', 'approved refunds are not paid back yet'),
    ...line(approvals, 'action waits for a second admin', 'actions wait for a second admin'),
  ]
}

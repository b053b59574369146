/** Words of tables of money that goes out or back, or that is only to come: no revenue where they are not named. */
export const NO_REVENUE =
  /^(?:refund|return|discount|tax|cost|expense|damage|repair|maintenance|salary|payroll|purchase|budget|goal|target|pledge|claim|credit|bill|deposit|fine|penalty)$/

import { COMPARATIVES, SUPERLATIVES } from '../built-in/lexicon.ts'

const set = (text: string) => new Set(text.trim().split(/\s+/))

/** The closed list of words that never change an answer: articles, pronouns, politeness, ways to say "show". Whatever may change one is not here. */
export const FILLERS = set(`
  a an the of to in on at for from by with and as is are was were be been being am do does did done has have had having having my
  mine we our ours us i you your it its he she his her hers they their theirs them this that these those there here which who
  whom whose what please kindly show list give find get tell display return provide compute calculate select present see know
  want need like let lets report state identify determine retrieve figure me can could would should may might will shall
  then also so just hey hi hello thanks thank ok okay actually really well good i'd i'm what's who's where's how's let's there's
  that's it's 's data database dataset table tables record records row rows column columns information info detail details result
  results entry entries value values along together respectively respective corresponding correspond corresponds associated
  associate related belong belongs belonging belonged contain contains containing contained include includes including included
  exist exists existing available called named call overall currently now how want-to tell-me give-me show-me look looking
  into onto its' e.g i.e etc such kind kinds type types thing things one ones someone if within among amongst between about
  came come comes coming get gets got make makes made take takes taken took go goes going went gone ever
  somebody something lie lies listed covered recorded mentioned documented yet according
`)

/** What a form can do; a word of operation is bound where the form does one of those that it can mean. */
export type Sign =
  | 'negated'
  | 'correlated'
  | 'begins'
  | 'ends'
  | 'either'
  | 'both'
  | 'ordered'
  | 'ranked'
  | 'limited'
  | 'count'
  | 'sum'
  | 'avg'
  | 'median'
  | 'extreme'
  | 'grouped'
  | 'distinct'
  | 'compared'
  | 'period'
  | 'grain'
  | 'share'
  | 'running'
  | 'change'
  | 'several'
  | 'null'
  | 'related'
  | 'days'
  | 'dated'
  | 'equal'
  | 'plain'
  | 'listed'
  | 'figured'
  | 'beside'
  | 'alike'
  | 'nth'

const OPERATIONS: [signs: Sign[], words: string][] = [
  [
    ['negated'],
    `not no never none nobody without neither nor except excluding exclude excludes excluded besides beside apart lack lacks lacking
    don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't cannot can't couldn't non dont doesnt didnt isnt other
    but single anything anyone`,
  ],
  [
    ['either', 'grouped', 'several'],
    'or either versus vs versus-average against compare compared comparing comparison',
  ],
  [['both', 'several', 'either'], 'both'],
  [
    ['limited', 'extreme', 'ranked'],
    `most least highest lowest largest smallest biggest greatest fewest maximum minimum maximal minimal max min best worst top bottom
    first last recent recently popular common frequent frequently commonly often rare rarest expensive busiest ${SUPERLATIVES.join(' ')}`,
  ],
  [
    ['ordered', 'limited'],
    'sort sorted sorting order ordered ordering rank ranked ranking rankings arranged ascending descending alphabetical alphabetically alphabetic lexicographical lexicographic chronological chronologically increasing decreasing asc desc',
  ],
  [['count', 'sum', 'related', 'limited'], 'many number numbers count counts counted times once twice often'],
  [['avg', 'extreme', 'ordered', 'compared'], 'number numbers count'],
  [['change', 'figured'], 'much far long'],
  [['change'], 'many'],
  [['sum', 'count', 'running'], 'much total totals sum sums summed combined altogether'],
  [['sum', 'avg', 'extreme', 'ordered', 'compared'], 'amount amounts worth'],
  [['avg', 'compared'], 'average averages avg mean'],
  [['median'], 'median'],
  [['distinct', 'grouped', 'negated', 'count'], 'different distinct unique'],
  [['grouped', 'listed'], 'each every per'],
  [['grouped', 'plain'], 'across all any whole everything everyone'],
  [['grouped'], 'breakdown broken split'],
  [['share'], 'percent percentage percentages per-cent share shares proportion fraction rate rates portion part'],
  [['running'], 'running cumulative cumulated accumulated'],
  [['change', 'grain', 'several'], 'difference trend trends evolve evolved evolves develop developed develops'],
  [
    ['change', 'grain'],
    `growth grow grew grown growing rise rose risen fall fell
    fallen drop dropped shrank shrunk jump change changes changed decline declined increase increased decrease decreased`,
  ],
  [
    ['compared', 'period', 'related', 'change'],
    `more less fewer greater larger bigger higher lower smaller above below over under than least exceed exceeds exceeding beyond
    ${COMPARATIVES.join(' ')} earlier later before after since until till between during
    ago past next up but negative positive`,
  ],
  [['compared', 'equal', 'period'], 'exactly equal equals only'],
  [['dated'], 'when day days date dates month months year years'],
  [
    ['period', 'grain', 'extreme'],
    'today yesterday tomorrow current previous ytd mtd year years month months week weeks day days quarter quarters hour hours date time when time-of-day',
  ],
  [
    ['grain'],
    'monthly weekly daily yearly annual annually quarterly hourly weekday weekdays weekend weekends over-time month-of-year quarter-of-year',
  ],
  [['null'], 'null missing empty blank unknown undefined unspecified'],
  [['days'], 'long duration wait'],
  [['beside', 'days'], 'late early on-time punctual punctually delayed overdue'],
  [['alike', 'beside'], 'same own'],
  [['begins'], 'start starts starting begin begins beginning letter'],
  [['ends'], 'end ends ending letter'],
  [['correlated'], 'between'],
  [['nth'], 'second third fourth fifth sixth seventh eighth ninth tenth 2nd 3rd 4th 5th 6th 7th 8th 9th 10th'],
]

/** Word -> what it may do to a query. */
export const OPERATION_OF = new Map<string, Sign[]>()
for (const [signs, words] of OPERATIONS)
  for (const word of set(words)) OPERATION_OF.set(word, [...(OPERATION_OF.get(word) ?? []), ...signs])

/** Words of doing and being, and parts of the names of tables and columns that they speak of. */
const KIN: [words: string, names: string][] = [
  [
    'revenue revenues turnover takings gmv income incomes earnings profit profits margin margins money sales spending',
    'amount total price revenue sale spend quantity cost paid income payment charge fee profit',
  ],
  [
    'sell sells sold selling sale sales seller sellers',
    'sale order item quantity revenue amount price product unit total booking ticket paid',
  ],
  [
    'buy buys bought purchase purchased purchases order ordered orders placed place book booked',
    'order purchase sale item booking customer quantity amount total',
  ],
  [
    'pay pays paid paying payer spend spends spent cost costs charge charged earn earns earned earner earners made',
    'payment amount price cost fee salary wage income pay budget charge paid total expense spend revenue earning',
  ],
  ['send sends sent sending dispatch dispatched', 'sent send ship shipped dispatched'],
  ['arrive arrives arrival arrivals', 'arrive arrived arrival received delivered'],
  ['ship shipped ships deliver delivered', 'ship shipment delivery deliver status order'],
  ['return returned returns refund refunded', 'return refund status order'],
  [
    'live lives living located location based situated where stay stays',
    'city country state address location place region residence town district home area',
  ],
  ['borrow borrowed borrows lend lent lends owe owes owed', 'loan loaned debt credit balance'],
  ['people persons inhabitants residents citizens', 'population pop headcount staff employee'],
  ['give gives gave given donate donated', 'amount donation gift contribution'],
  ['born birth', 'birth age dob born country city place nationality'],
  ['old age aged', 'birth age dob born'],
  ['die died dies dead', 'death die killed'],
  [
    'study studied studies enroll enrolled attend attended take takes taken took register registered',
    'course class student enrol registration attendance degree program',
  ],
  ['agent agents rep reps', 'assignee assigned owner rep agent'],
  ['satisfaction satisfied rating ratings review reviews rated', 'csat nps star score rating review satisfaction'],
  ['answer answered answers reply replied respond responded response responses', 'reply response answer'],
  [
    'listen listens listened listening watch watches watched watching stream streams streamed',
    'played play stream view watch',
  ],
  ['solve solves solved fix fixes fixed', 'resolved resolve solved fixed'],
  ['bill bills invoice invoices', 'fee amount invoice bill price charge total cost'],
  ['teach teaches taught', 'course teacher instructor class teach'],
  ['work works worked employed hire hired', 'employee job staff department company work hire'],
  [
    'log logs logged track tracked tracks record recorded clock clocked work works worked',
    'duration hour minute time spent',
  ],
  [
    'area areas region regions',
    'region area district zone location place neighborhood neighbourhood borough territory',
  ],
  ['console consoles', 'platform'],
  ['deadline deadlines', 'due'],
  ['piece pieces copy copies pcs', 'quantity qty unit'],
  ['win won wins lose lost', 'win winner result loss medal champion'],
  ['play plays played playing', 'player team game match position'],
  ['write wrote written publish published', 'author book writer publication paper publisher'],
  [
    'start started begin began open opened end ended close closed',
    'start begin open from end close date year hire hired',
  ],
  ['weigh weighs weight tall height', 'weight height'],
  ['length lengths duration durations runtime', 'minute hour second duration length runtime'],
  [
    'sign-up sign-ups signup signups registration registrations joiner joiners',
    'created create signup sign registered joined since',
  ],
  [
    'consume consumes consumed consumption use uses used usage',
    'kwh mwh kw consumption usage energy liter litre gallon',
  ],
  ['who', 'name'],
]
export const KIN_OF = new Map<string, Set<string>>()
for (const [words, names] of KIN)
  for (const word of set(words)) KIN_OF.set(word, new Set([...(KIN_OF.get(word) ?? []), ...set(names)]))

/** Verbs of what became more, and of what became less, as parts of patterns. */
export const ROSE = '(?:grew|grow|grown|rose|rise|risen|increased?|gained?|improved?|jumped?|climbed)'
export const FELL = '(?:fell|fall|fallen|drop|dropped|decreased?|declined?|shrank|shrunk)'

const words = (text: string) => text.trim().split(/\s+/)
const set = (text: string) => new Set(words(text))

/** Words that never name anything in the catalog: they carry grammar or politeness. */
export const STOP = set(`
  a an the of to in on at for from by with and or as is are was were be been being do does did has have had having me my we our us
  i you your it its their them they this that these those there here who whom whose which what when where how why can could would
  should will shall may might please show list give find get tell display return provide compute calculate select present see know
  want need like let lets report state identify determine retrieve figure name's s also all any some each every per than then
  into onto about over under between within across among along same if so but not no nor just only more most less least very both
  either neither other another such many much number count total sum average mean maximum minimum max min highest lowest top bottom
  first last different distinct unique sorted ordered order sort descending ascending alphabetical alphabetically lexicographical
  lexicographic record records information info detail details result results value values entry entries amount one ones whole
  together correspond corresponding respectively available exist exists currently now ever still own owns make makes made take takes
  took taken get got go goes went come comes came use uses used using include includes including included contain contains
  containing belong belongs belonging associate associated relate related register registered involve involved call called named
  consist consists hold holds held live lives living appear appears appearing happen happens happened thing things kind kinds
  data database table tables row rows column columns up down off per-cent percent percentage share proportion fraction split
  breakdown broken overall grand compared compare versus vs against did't doesn't don't didn't isn't aren't wasn't hasn't haven't
  respective find-out using based upon through during before after since until till ago past next previous current latest earliest
  recent recently newest oldest again too yet he she his her hers theirs am mine ours instead exclude excluding except without least-one at-least become becomes became
  i'd i'm what's who's where's how's let's there's that's it's is-there look looking chart graph plot draw visualize visualise
  trend trends over-time time times way ways good well really actually hi please thanks thank ok okay yes answer question
  work works worked working play plays played playing spend spent receive received produce produced occur occurred whether once
  twice greater larger bigger smaller fewer higher lower older younger longer shorter above below exceed exceeds exceeding great
  large small big high low long short old young fewest biggest largest smallest shortest longest youngest cheapest
  expensive common popular frequent frequently often rare rarest ranked rank ranking rankings best worst sum summed equal equals
  exactly everything everyone anyone somebody someone something nobody none null missing empty blank unknown known sell sells sold
  and/or etc e.g i.e per-month monthly weekly daily yearly quarterly annual annually day week month quarter year days weeks months
  quarters years hour hours today yesterday tomorrow ytd mtd versus-average increase decrease growth change grow grew decline
  placed place signed sign new never join joined left leave ran run taken given made booked purchased bought buy buys ordered paid pay
  gave won win wins happen located based born participate participated attend attended enroll enrolled study studied teach teaches taught
  offer offered offers published written wrote produce founded start started end ended open opened serve served travel provide provided
  perform performed perform done doing having whose assigned assign total-number overview summary everything apart besides beside
  cheaper taller heavier lighter faster slower pricier earlier later starting begin begins beginning ending selling bestselling
  best-selling seller sellers best-sellers
  develop developed develops evolve evolved evolves over-time worth total-amount
  weekday weekdays vs compare compared comparison comparing difference
  cumulative running cumulated accumulate accumulated median did's sure anything want-to tell-me give-me show-me how-many how-much
`)

const ALSO_NOUNS = set(
  'state report figure return type kind value name show list play work record offer study start end pay',
)
/** Whether a word that mostly asks or says little is what is asked for where it stands: "by state", but not "state the name". */
export const isNoun = (tokens: { lower: string }[], at: number): boolean =>
  ALSO_NOUNS.has(tokens[at]!.lower) &&
  /^(?:by|per|each|every|which|what|of|the|any|across|best|worst|average|mean|median|total|[a-z]{2,}est)$/.test(
    tokens[at - 1]?.lower ?? '',
  )

/** Adjectives that order by a column without naming it: the columns they may mean, and the direction of the superlative. */
export type Adjective = { columns: string[]; descending: boolean }

const ADJECTIVES = new Map<string, Adjective>()
const adjective = (forms: string, columns: string, descending: boolean) => {
  for (const form of words(forms)) ADJECTIVES.set(form, { columns: words(columns), descending })
}
adjective('oldest older old', 'age birth born dob year founded established opened built construction', true)
adjective('youngest younger young', 'age birth born dob founded formed established opened built year', false)
adjective('cheapest cheaper cheap', 'price cost rate fee rent fare amount', false)
adjective('expensive costliest priciest pricier dearest dearer', 'price cost rate fee rent fare budget amount', true)
adjective('long', 'length duration runtime time day minute hour second distance', true)
adjective('longest longer', 'length duration runtime time day minute hour second distance page', true)
adjective('short', 'length duration runtime height time day minute hour second distance', false)
adjective('shortest shorter', 'length duration runtime height time day minute hour second distance page', false)
adjective('tallest taller tall', 'height', true)
adjective('heaviest heavier heavy', 'body weight mass carat', true)
adjective('lightest lighter light', 'body weight mass carat', false)
adjective('fastest faster fast quickest quicker quick', 'speed velocity bpm tempo time', true)
adjective('slowest slower slow', 'speed velocity bpm tempo time', false)
adjective('richest richer wealthiest wealthier rich wealthy', 'money wealth income net gdp', true)
adjective('poorest poorer poor', 'money wealth income net gdp', false)
adjective('latest newest newer', 'date time year', true)
adjective('earliest', 'date time year', false)
adjective('recent recently', 'date time year', true)
adjective('populous populated', 'population pop', true)
adjective('hottest hotter warmest warmer hot warm', 'temperature temp', true)
adjective('coldest colder coolest cooler cold cool', 'temperature temp', false)
adjective('wettest wetter rainiest wet rainy', 'precipitation rain rainfall', true)
adjective('driest drier dry', 'precipitation rain rainfall', false)
adjective('windiest windier windy', 'wind', true)
adjective('hardest harder', 'velocity speed force difficulty hardness', true)
adjective('deepest deeper deep', 'depth', true)
adjective('shallowest shallower', 'depth', false)
adjective('thickest thicker thick', 'thickness page depth width', true)
adjective('thinnest thinner', 'thickness page depth width', false)
adjective('widest wider wide', 'width', true)
adjective('narrowest narrower narrow', 'width', false)
adjective('strongest stronger strong', 'magnitude mag strength power wind', true)
adjective('weakest weaker weak', 'magnitude mag strength power wind', false)
adjective('powerful', 'horsepower power hp', true)
adjective('deadliest deadlier deadly', 'death killed fatality casualty', true)
adjective('farthest furthest', 'distance', true)
adjective('nearest closest', 'distance', false)
adjective('northernmost', 'latitude lat', true)
adjective('southernmost', 'latitude lat', false)
adjective('easternmost', 'longitude lon lng long', true)
adjective('westernmost', 'longitude lon lng long', false)
adjective('happiest happier happy', 'happiness score', true)

/** Columns that the size of a thing may be in, which "biggest" speaks of. */
export const SIZES = words('size area sqft sqm acre acreage volume magnitude mag population pop total amount value')
/** And its height, which "highest" does. */
export const HEIGHTS = words('elevation altitude height level')

export const adjectiveOf = (word: string) => ADJECTIVES.get(word)
export const COMPARATIVES: string[] = [...ADJECTIVES.keys()].filter((word) => word.endsWith('er'))
export const SUPERLATIVES: string[] = [...ADJECTIVES.keys()].filter((word) => word.endsWith('st'))

/** Places in a ranking behind the first. */
export const PLACES = words('second third fourth fifth sixth seventh eighth ninth tenth')

/** What question words ask for when no column is named. */
export const WH = new Map([
  ['where', words('city location address place country venue')],
  ['when', words('date time year')],
  ['who', words('name')],
])

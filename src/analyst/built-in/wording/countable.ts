/**
 * Nouns in the plural of which English says "How many … are there?". A list, since an ending cannot tell "orders" from "xes", "news" or
 * "Kansas", nor an English word from "clientes".
 */
const COUNTED = new Set(
  `
  accounts actions activities ads addresses agreements airlines airports alerts albums animals answers apartments applications
  appointments apps areas articles artists assets assignments attempts auctions audits authors awards backups badges bags balances banks
  batches beds bids bikes bills birds blogs boats bonuses bookings books bots boxes branches brands breaches breeds bricks bridges budgets
  bugs buildings builds businesses buses buyers calls campaigns cameras cancellations candidates cards cars carts cases categories cats
  centres certificates changes channels chapters charges charts chats checks children churches churns cities claims classes clicks clients
  clinics closures clubs coins colours colors columns comments commits companies competitions complaints components conditions conferences
  connections contacts containers contests continents contracts contributions conversations conversions costs counties countries coupons
  courses courts crashes creators credits crews crimes crops currencies customers cycles dates days dealers deals deaths deliveries
  departments deployments deposits desks devices diagnoses discounts diseases dishes disks districts documents dogs domains donations
  donors downloads drinks drivers drugs earthquakes elections emails employees engines entries episodes errors estimates events exams
  exercises expenses experiments exports faculties failures families fans farms fees fields files films fines fires fish flights flowers
  folders foods forecasts forms friends funds games genres goals goods grades grants groups guests guides habits holidays homes hospitals
  hosts hotels hours houses households ideas images imports incidents indicators industries ingredients inspections institutions
  interactions interviews investments invitations invoices issues items jobs journeys journals keys kitchens labels lakes languages laptops
  laws leads leagues leases lectures lenders lessons letters licences licenses lines links listings loans locations logins logs machines
  mails managers manufacturers maps markets matches materials meals measurements medals medications meetings members memberships men menus
  merchants messages meters metrics miles ministers minutes models modules months mortgages motions mountains movements movies museums
  names nations neighbourhoods neighborhoods nodes notes notifications numbers nurses objects offers officers offices opportunities options
  orders organisations organizations outages outlets owners packages pages paintings papers parcels parks partners parts passengers
  passes passwords patents patients payments payouts penalties people periods permits persons phones photos pickups pictures pieces pilots
  places plans planes planets plants platforms players playlists podcasts points policies politicians polls pools populations ports
  positions posts prescriptions prices procedures processes products professors profiles programmes programs projects promotions
  properties proposals providers provinces purchases queries questions quotas quotes races rankings rates ratings reactions readings
  receipts recipes recommendations records redemptions referrals refunds regions registrations releases renewals rentals repairs replies
  reports repositories requests requirements reservations residents responses restaurants results returns reviews rewards rides rivers
  roads roles rooms rounds routes rules runs sales salaries samples scans schedules schools scores screenings seasons seats sections
  sectors segments sellers sensors sentences series servers services sessions settings shares shifts shipments ships shops shows signups
  singers sites skills sites skus snapshots songs sources species sponsors stadiums stages stars states statements stations steps stocks
  stops stores stories strategies streams streets students studies subjects submissions subscribers subscriptions suppliers surveys
  symptoms systems tables tags targets tasks taxes teachers teams technicians tenants tests theatres themes tickets tips titles tokens
  tools topics tournaments towns tracks trades trains transactions transfers trees trends trials trips trucks tutorials types units
  universities updates uploads users vacancies vaccinations vehicles vendors venues versions videos views villages violations visitors
  visits volunteers votes voters vouchers wallets warehouses warnings warranties webinars weeks wells wines winners women wishlists
  words workers workflows workouts workshops workspaces years zones
`
    .trim()
    .split(/\s+/),
)

/** Words that make a name more than one noun: "sales by region". */
const JOINING =
  /\b(?:a|an|and|as|at|before|between|by|for|from|in|into|not|of|on|or|over|per|since|than|the|to|vs|versus|with|without)\b/

/** Whether a noun says things that are counted: "order items", not "stock", "staff list" or "ibm". */
export const isCountable = (noun: string): boolean => COUNTED.has(noun.split(' ').at(-1)!) && isSpoken(noun)

/** Whether a name is read aloud as it is: a few words of letters. */
export const isSpoken = (name: string): boolean =>
  name.length <= 40 &&
  name.split(' ').length <= 4 &&
  /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u.test(name) &&
  // A single letter is a word in scripts that write whole words with one sign.
  !/(?:^| )[a-z](?: |$)/.test(name) &&
  !JOINING.test(name)

import { stem } from '#base/stems.ts'

/**
 * Words that mean nearly the same in names of tables and columns. Groups are symmetric and unordered; a synonym always loses
 * against a literal match.
 */
const GROUPS = `
  salary wage pay earnings compensation income, price cost fee charge, revenue sale sales turnover income earnings takings, amount total value
  sum, customer client buyer shopper, employee staff worker personnel, product item good article merchandise, order purchase
  transaction, return refund, shop store outlet, city town, state province, country nation, nationality citizenship country,
  movie film, teacher instructor professor, student pupil, course class subject, department dept division, phone telephone, mail
  email e-mail, gender sex, photo picture image, category genre kind type, species kind, nat nationality country nation, author writer, artist singer musician, song track,
  year season, birthday birthdate dob, quantity qty units count piece, discount rebate, signup registration joined created registered,
  channel source, segment tier group, location place venue city address, title name, score rating grade mark point pts, star rating,
  age old, size area, length duration, weight mass, height elevation tall altitude, doctor physician, car vehicle automobile
  auto, plane aircraft airplane, home hometown, company firm business, manager boss head leader, reason cause motive,
  description detail summary, invoice bill, payment_method method, first forename given fname, last surname family lname,
  competition contest match game tournament, team club, player athlete, document paper, paper publication article, theme topic,
  apartment flat, visit trip, repeat repeated returning recurring, property building house, account customer client, absence absent, voucher coupon promo,
   visitor tourist guest, votes vote, population inhabitant people, headquarters hq headquarter,
  founded established opened creation built, start begin, end finish, end destination, enroll enrollment enrol, dorm dormitory, pet animal,
  seller vendor supplier, delivery shipping shipment, capita head person inhabitant, job occupation profession, league division,
  ethnicity race, kid child, fatality death killed casualty, injured wounded injury, magnitude strength, horsepower power,
  rain rainfall precipitation, ticket issue, global worldwide world, airline carrier, departure origin, arrival destination, runtime duration, bedroom bed, bathroom bath
`

const synonyms = new Map<string, Set<string>>()
for (const text of GROUPS.split(',')) {
  const group = text.trim().split(/\s+/).map(stem)
  for (const word of group)
    synonyms.set(word, new Set([...(synonyms.get(word) ?? []), ...group.filter((other) => other !== word)]))
}

/** Whether two stems mean nearly the same. */
export const alike = (a: string, b: string) => synonyms.get(a)?.has(b) ?? false

/** Stems that mean nearly the same as this one. */
export const synonymsOf = (word: string): ReadonlySet<string> => synonyms.get(word) ?? NONE
const NONE: ReadonlySet<string> = new Set()

/** Words of which one may stand for the other in every question: nearly the same is not enough. The first stands for all. */
const EQUAL = `
  customer client, employee staff personnel, shop store, film movie, photo picture, phone telephone, email mail, teacher instructor,
  doctor physician, car automobile, department dept, quantity qty, average mean avg, maximum max highest, minimum min lowest,
  biggest largest greatest, latest newest, city town, salary wage, student pupil
`

const equals = new Map(
  EQUAL.split(',').flatMap((text) => {
    const group = text.trim().split(/\s+/).map(stem)
    return group.map((word) => [word, group[0]!] as const)
  }),
)

/** The word that stands for this stem and all that are equal to it. */
export const equalWord = (word: string): string => equals.get(word) ?? word

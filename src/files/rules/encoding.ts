import type { ENCODINGS } from './dialect.ts'

/** Encodings of one byte a letter with the languages that are written in them, those of western Europe first. */
const WESTERN = 'de fr es pt it sv da nb fi nl is ca'
const LANGUAGES: [encoding: (typeof ENCODINGS)[number], languages: string][] = [
  ['windows-1252', WESTERN],
  ['windows-1250', 'pl cs sk hu hr sl ro'],
  ['iso-8859-2', 'pl cs sk hu hr sl ro'],
  ['windows-1251', 'ru uk bg sr be mk'],
  ['koi8-r', 'ru'],
  ['ibm866', 'ru'],
  ['windows-1253', 'el'],
  ['windows-1254', 'tr'],
  ['windows-1255', 'he'],
  ['windows-1256', 'ar fa'],
  ['windows-1257', 'lt lv et'],
  ['windows-874', 'th'],
  ['macintosh', WESTERN],
]
/** Encodings of East Asia, each with signs that its texts have most. */
const EAST_ASIAN: [encoding: (typeof ENCODINGS)[number], usual: RegExp][] = [
  [
    'euc-jp',
    /[ぁ-んァ-ヶー]|[年月日円金商品名数量合計税込社株店東京都大阪市県区町村番号住所電話氏男女時分人山川田本高]/gu,
  ],
  [
    'euc-kr',
    /[이다는을의에가고하지한로사도기어리나인아그자대정시서들를전수부일보구상해제과원경조장주성만스신면관선비공은동안야여우용계유국물금중회내개단소모간생미민합반재방현세실분적통오월년치바운천진학당무출명발김박최권판매품점격량번호날짜액북남강호텔역점포고객주문등록이름메일전화번호]/gu,
  ],
  [
    'gb18030',
    /[的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严客户订单编姓税]/gu,
  ],
]
const FEWEST_USUAL = 0.15
/** What the letters of a text are at least where it is one, and by how much another reading than the most usual one must be better. */
const [LIKELY, MARGIN] = [-5.5, 0.2]
const LEAST_RUNS = 4

/** The encoding of a text that is no UTF-8, as far as its letters tell. @param head beginning of it */
export function guessEncoding(head: Buffer): string {
  const bytes = head.subarray(0, head.lastIndexOf(0x0a) + 1 || head.length)
  const decoded = (encoding: string) => new TextDecoder(encoding as 'utf-8').decode(bytes)
  // Single signs beside figures and words are those of western Europe.
  const latin = decoded('windows-1252')
  if (!/\p{L}/u.test(latin.replace(/[\p{ASCII}ªºµ]/gu, '')) && !/[^\p{ASCII}]{2}/u.test(latin)) return 'windows-1252'
  const single = LANGUAGES.map(([encoding, languages]) => ({
    encoding,
    likely: likelihood(decoded(encoding), languages),
  }))
  const [western] = single
  const best = single.reduce((most, one) => (one.likely > most.likely ? one : most))
  // Only old Macs end lines with a carriage return alone.
  if (best.encoding === 'macintosh' && !bytes.includes(0x0a) && bytes.includes(0x0d)) return best.encoding
  const isBetter = best.likely > western!.likely + MARGIN && decoded(best.encoding) !== latin
  const chosen = isBetter ? best : western!
  const asian = EAST_ASIAN.map(([encoding, usual]) => {
    const text = decoded(encoding)
    const foreign = text.match(/[\p{L}\ufffd]/gu)?.filter((sign) => sign > '\u007f').length ?? 0
    const wrong = text.match(/[\ufffd\p{Co}]/gu)?.length ?? 0
    return { encoding, share: ((text.match(usual)?.length ?? 0) - 4 * wrong) / Math.max(1, foreign) }
  }).reduce((most, one) => (one.share > most.share ? one : most))
  if (best.likely < LIKELY && arePairs(bytes, SHIFT_JIS)) return 'shift_jis'
  if (best.likely < LIKELY && arePairs(bytes, BIG5)) return 'big5'
  // Signs of two bytes never stand in an odd number of them.
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  const isPaired = runs.length >= LEAST_RUNS && runs.every(({ length }) => length % 2 === 0)
  if (asian.share >= FEWEST_USUAL && (isPaired || best.likely < LIKELY)) return asian.encoding
  return chosen.encoding
}

type Pairs = { pairs: Map<string, number>; letters: Map<string, number>; count: number }
const learnt = new Map<string, Pairs>()
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countries = () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((one) => LETTERS.map((two) => one + two)).filter((code) => names.of(code))
}

/** How often letters follow each other in the names that some languages have for countries, days and months. */
function pairsIn(languages: string): Pairs {
  const known = learnt.get(languages)
  if (known) return known
  const found: Pairs = { pairs: new Map(), letters: new Map(), count: 0 }
  const add = (to: Map<string, number>, key: string, count: number) => to.set(key, (to.get(key) ?? 0) + count)
  const learn = (pair: string, count: number) => {
    add(found.pairs, pair, count)
    add(found.letters, pair[0]!, count)
    found.count += count
  }
  const all = languages.split(' ')
  if (all.length > 1) for (const one of all) for (const [pair, count] of pairsIn(one).pairs) learn(pair, count)
  else {
    const names = new Intl.DisplayNames(all, { type: 'region' })
    const day = new Intl.DateTimeFormat(all, { weekday: 'long', month: 'long', timeZone: 'UTC' })
    const days = Array.from({ length: 12 }, (_, month) => day.format(Date.UTC(2024, month, month + 1)))
    const text = [...countries().map((code) => names.of(code)), ...days].join(' ')
    // Romanian has cedillas in encodings of one byte.
    for (const [pair, count] of pairsOf(text.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'))) learn(pair, count)
  }
  learnt.set(languages, found)
  return found
}

/** How often letters follow each other; a blank stands for what is around words. */
function pairsOf(text: string): Map<string, number> {
  const bare = text.toLowerCase().replace(/[\p{ASCII}\p{P}µªº°€©®™§×±²³½\s]+/gu, (run) => run.replace(/[^a-z]+/g, ' '))
  const pairs = new Map<string, number>()
  for (let at = 1; at < bare.length; at++)
    pairs.set(bare.slice(at - 1, at + 1), (pairs.get(bare.slice(at - 1, at + 1)) ?? 0) + 1)
  return pairs
}

/** What pairs count that a language does not have, signs that stand as no word has them, and signs that stand beside words in all. */
const [UNSEEN, WRONG, USUAL] = [18, 8, 3]

/** Signs that no text has, others that touch a word, a capital behind a small letter, and letters of two scripts in one word. */
const STRANGE = [
  /[\u0080-\u009f\ufffd]/gu,
  /(?<=\p{L})[^\p{ASCII}\p{L}\p{M}’–-](?=\p{L})|(?<=\p{L}{2})[ªº]|(?<=\p{L})[„‚]|[©®¹¾](?=\p{L}{2})/gu,
  /\p{Ll}(?![a-z])(?=\p{Lu})|[a-z](?=(?![A-Z])\p{Lu})/gu,
  /[a-z](?=(?!\p{Script=Latin})[\p{L}\p{M}])|(?!\p{Script=Latin})[\p{L}\p{M}](?=[a-z])/giu,
]
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const BESIDE = /[µªº°€«»“”’–…©®™§№×±²³½]/g

/** The mean of the logarithms of how likely the letters of a text are, in one of some languages or in all of them together. */
function likelihood(decoded: string, languages: string): number {
  // One behind a figure is a unit, which tells nothing: € is a letter in other encodings.
  const text = decoded.replace(/(?<=\d ?)\P{ASCII}(?![\p{L}\p{M}])/gu, '')
  const [wrong, beside] = [STRANGE.reduce((sum, one) => sum + countOf(text, one), 0), countOf(text, BESIDE)]
  const own = [...pairsOf(text)].filter(([pair]) => /[^\p{ASCII}]/u.test(pair))
  const many = own.reduce((sum, [, count]) => sum + count, beside)
  const mean = ({ pairs, letters, count }: Pairs) => {
    const likely = (pair: string) => {
      const usual = (letters.get(pair[1]!) ?? 0.1) / count
      return Math.log(((pairs.get(pair) ?? 0) + UNSEEN * usual) / ((letters.get(pair[0]!) ?? 0) + UNSEEN))
    }
    const sum = own.reduce((sum, [pair, times]) => sum + times * likely(pair), 0)
    return (sum - WRONG * wrong - USUAL * beside) / Math.max(1, many)
  }
  return Math.max(...[...new Set([...languages.split(' '), languages])].map((one) => mean(pairsIn(one))))
}

type Range = readonly [from: number, to: number]
const within = (byte: number, ranges: readonly Range[]) => ranges.some(([from, to]) => byte >= from && byte <= to)

/** Whether the bytes beyond ASCII are pairs, most of which begin as those of usual signs do, and some end in a letter of ASCII. */
function arePairs(bytes: Buffer, { usual, alone, last }: Record<'usual' | 'alone' | 'last', Range[]>): boolean {
  let [pairs, known, ending] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const [first, second = 0] = [bytes[at]!, bytes[at + 1]]
    if (first < 0x80 || within(first, alone)) continue
    if (!within(second, last) || first === 0x80 || first > 0xfc) return false
    pairs++
    if (within(first, usual)) known++
    if (second < 0x80) ending++
    at++
  }
  return pairs > 0 && ending > 0 && known >= pairs * MOST_USUAL
}
const MOST_USUAL = 0.8
/** Signs and kana, the usual kanji; kana of half width stand alone. */
const SHIFT_JIS: Parameters<typeof arePairs>[1] = {
  usual: [
    [0x81, 0x83],
    [0x88, 0x97],
  ],
  alone: [[0xa1, 0xdf]],
  last: [
    [0x40, 0x7e],
    [0x80, 0xfc],
  ],
}
const BIG5: Parameters<typeof arePairs>[1] = {
  usual: [[0xa1, 0xc6]],
  alone: [],
  last: [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
}

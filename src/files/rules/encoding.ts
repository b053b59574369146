import type { ENCODINGS } from './dialect.ts'

/**
 * Encodings of one byte a letter with the letters of the languages that are written in them, those of western Europe first. Several
 * languages of one encoding may stand in one file; a reading in one language is better.
 */
const WESTERN = ['äöüßÄÖÜ', 'éèêëàâîïôûùçœÉÈÀÇÔ', 'áéíóúñüÁÉÍÓÚÑ', 'áâãàçéêíóôõúÁÂÃÇÉÓ', 'àèéìòùÀÈÉ', 'åäöæøéÅÄÖÆØ']
const CENTRAL = [
  'áčďéěíňóřšťúůýžÁČĎÉĚŇŘŠŤÚŮÝŽ',
  'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ',
  'áéíóöőúüűÁÉÍÓÖŐÚÜŰ',
  'áäčďéíĺľňóôŕšťúýžČŠŽĽ',
  'čćđšžČĆĐŠŽ',
  'ăâîşţĂÂÎŞŢ',
]
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯІЇЄ'
const LANGUAGES: [encoding: (typeof ENCODINGS)[number], letters: string[]][] = [
  ['windows-1252', WESTERN],
  ['windows-1254', ['ğışçöüİâĞŞÇÖÜ']],
  ['windows-1252', ['áðéíóúýþæöÁÐÉÍÓÚÝÞÆÖ']],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['windows-1255', ['אבגדהוזחטיכלמנסעפצקרשתךםןףץ']],
  ['windows-1251', [CYRILLIC]],
  ['koi8-r', [CYRILLIC]],
  ['ibm866', [CYRILLIC]],
  ['windows-1253', ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏ']],
  ['windows-1256', ['ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأؤإئپچژگ']],
  ['windows-1257', ['āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ', 'ąčęėįšųūžĄČĘĖĮŠŲŪŽ', 'äöõüšžÄÖÕÜŠŽ']],
  ['windows-874', ['กขคฆงจฉชซญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะาำเแโใไัิีึืุู็่้๊๋์']],
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
const FEWEST_USUAL = 0.3
/** What a reading in several languages of western Europe counts beside one in another language. */
const SEVERAL = 0.85
const MARGIN = 0.1
const LEAST_RUNS = 4

/** The encoding of a text that is no UTF-8, as far as its letters tell. @param head beginning of it */
export function guessEncoding(head: Buffer): string {
  const bytes = head.subarray(0, head.lastIndexOf(0x0a) + 1 || head.length)
  const decoded = (encoding: string) => new TextDecoder(encoding as 'utf-8').decode(bytes)
  // Single signs beside figures and words are those of western Europe.
  const latin = decoded('windows-1252')
  if (!/\p{L}/u.test(latin.replace(/[\p{ASCII}ªºµ]/gu, '')) && !/[^\p{ASCII}]{2}/u.test(latin)) return 'windows-1252'
  const asian = EAST_ASIAN.map(([encoding, usual]) => {
    const text = decoded(encoding)
    const foreign = text.match(/[\p{L}\ufffd]/gu)?.filter((sign) => sign > '\u007f').length ?? 0
    const wrong = text.match(/[\ufffd\p{Co}]/gu)?.length ?? 0
    return { encoding, share: ((text.match(usual)?.length ?? 0) - 4 * wrong) / Math.max(1, foreign) }
  })
  const best = asian.reduce((most, one) => (one.share > most.share ? one : most))
  const single = LANGUAGES.map(([encoding, letters]) => ({
    encoding,
    share: Math.max(...letters.map((usual) => plausible(decoded(encoding), usual))),
  }))
  const western = Math.max(single[0]!.share, SEVERAL * plausible(decoded('windows-1252'), WESTERN.join('')))
  if (western < SEVERAL / 2 && arePairs(bytes, SHIFT_JIS)) return 'shift_jis'
  if (western < SEVERAL / 2 && arePairs(bytes, BIG5)) return 'big5'
  const other = single.reduce((most, one) => (one.share > most.share + 1e-9 ? one : most))
  // Signs of two bytes never stand in an odd number of them.
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  const isPaired = runs.length >= LEAST_RUNS && runs.every(({ length }) => length % 2 === 0)
  if (
    best.share >= FEWEST_USUAL &&
    western + MARGIN < best.share &&
    (isPaired || best.share >= other.share - FEWEST_USUAL)
  )
    return best.encoding
  return other.share > western + MARGIN ? other.encoding : 'windows-1252'
}

/** Signs that stand beside words in any language. */
const BESIDE = new Set('µªº°€“”„‘’–—…«»©®™§№')

/** Share of the letters beyond ASCII that are usual, less those that stand as no word has them. */
function plausible(text: string, usual: string): number {
  const known = new Set(usual)
  // Signs beside letters are counted, too: they would be letters in the right reading.
  const signs = /[\p{L}\p{M}]|(?<=\p{L})[^\p{L}\s]|[^\p{L}\s](?=\p{L})/gu
  const letters = text.match(signs)?.filter((sign) => sign > '\u007f' && !BESIDE.has(sign)) ?? []
  const isLatin = /[a-zäöüßàéèáíóú]/i.test(usual)
  const wrong = [
    ...(text.match(/[\u0080-\u009f\ufffd]/g) ?? []),
    // A sign within a word, a capital behind a small letter, letters of two scripts in one word, and too many accents.
    ...(text.match(/(?<=\p{L})[^\p{ASCII}\p{L}\p{M}\p{P}](?=\p{L})/gu) ?? []),
    ...(text.match(/\p{Ll}\p{Lu}/gu)?.filter((pair) => /[^\p{ASCII}]/u.test(pair)) ?? []),
    ...(isLatin ? (text.match(/[^\p{ASCII}\P{L}]{3,}/gu)?.flatMap((run) => [...run]) ?? []) : []),
    ...(isLatin ? [] : (text.match(/[a-z](?=[^\p{ASCII}\P{L}])/giu) ?? [])),
  ].length
  return (letters.filter((sign) => known.has(sign)).length - 2 * wrong) / Math.max(1, letters.length)
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

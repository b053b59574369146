import { MONTHS } from './period.ts'

/**
 * Months as cells of other languages have them, alone and behind a day: too short or too like other words to be told from the names of
 * columns and from questions. A month a line, between words of the languages.
 */
const MORE = [
  'ocak oca janvāris januari styczeń stycznia sty leden ledna január januára januar tammikuu tammikuuta tammi ianuarie ian januar jaanuar jaan sausis sausio gener январь января янв січень січня січ януари ιανουάριος ιανουαρίου ιαν जनवरी जन يناير ינואר มกราคม มค জানুয়ারি јануар јан ژانویه',
  'şubat şub februāris februari luty lutego lut únor února úno február februára helmikuu helmikuuta helmi februarie veebruar veebr vasaris vasario febrer febr февраль февраля февр фев лютий лютого лют февруари φεβρουάριος φεβρουαρίου φεβ फ़रवरी फरवरी फर فبراير פברואר กุมภาพันธ์ กพ ফেব্রুয়ারি фебруар феб فوریه',
  'mart maart marzec marca březen března bře marec márc március maaliskuu maaliskuuta maalis marts martie märts kovas kovo maret mac març март марта мар березень березня бер μάρτιος μαρτίου μαρ मार्च مارس מרץ มีนาคม มีค মার্চ',
  'nisan nis kwiecień kwietnia kwi duben dubna dub apríl apríla április ápr huhtikuu huhtikuuta huhti aprilie aprill aprīlis balandis balandžio апрель апреля апр квітень квітня квіт април απρίλιος απριλίου απρ अप्रैल أبريل ابريل אפריל เมษายน เมย এপ্রিল آوریل',
  'mayıs maj maja mei květen května kvě máj mája május toukokuu toukokuuta touko maijs gegužė gegužės maig май мая травень травня трав μάιος μαΐου μαΐ मई مايو מאי พฤษภาคม พค মে мај مه',
  'haziran haz czerwiec czerwca cze červen června čvn jún júna június kesäkuu kesäkuuta kesä iunie iun juuni jūnijs jūn birželis birželio junij juny июнь июня июн червень червня черв юни ιούνιος ιουνίου ιουν जून يونيو יוני มิถุนายน มิย জুন јун ژوئن',
  'temmuz tem lipiec lipca lip červenec července čvc júl júla július heinäkuu heinäkuuta heinä iulie iul juuli jūlijs jūl liepa liepos julij juliol июль июля июл липень липня юли ιούλιος ιουλίου ιουλ जुलाई जुल يوليو יולי กรกฎาคม กค জুলাই јул ژوئیه',
  'ağustos ağu augustus sierpień sierpnia sie srpen srpna srp augusta augusztus elokuu elokuuta elo augusti augusts rugpjūtis rugpjūčio avgust avg agustus agu ogos ogo agost август августа авг серпень серпня серп αύγουστος αυγούστου αυγ अगस्त अग أغسطس אוגוסט สิงหาคม สค আগস্ট اوت',
  'eylül eyl wrzesień września wrz září zář szeptember szept syyskuu syyskuuta syys septembrie septembris rugsėjis rugsėjo setembre сентябрь сентября сент сен вересень вересня вер септември σεπτέμβριος σεπτεμβρίου σεπ सितंबर सितम्बर सित سبتمبر ספטמבר กันยายน กย সেপ্টেম্বর септембар سپتامبر',
  'ekim eki październik października paź říjen října říj október októbra lokakuu lokakuuta loka octombrie oktoober oktobris spalis spalio октябрь октября окт жовтень жовтня жовт октомври οκτώβριος οκτωβρίου οκτ अक्टूबर अक्तूबर أكتوبر אוקטובר ตุลาคม ตค অক্টোবর октобар اکتبر',
  'kasım kas listopad listopada listopadu lis marraskuu marraskuuta marras noiembrie novembra novembris lapkritis lapkričio ноябрь ноября нояб ноя листопад листопада лист ноември νοέμβριος νοεμβρίου νοε नवंबर नवम्बर नव نوفمبر נובמבר พฤศจิกายน พย নভেম্বর новембар نوامبر',
  'aralık ara grudzień grudnia gru prosinec prosince pro decembra joulukuu joulukuuta joulu decembrie detsember dets decembris gruodis gruodžio desember des disember dis desembre декабрь декабря дек грудень грудня груд декември δεκέμβριος δεκεμβρίου δεκ दिसंबर दिसम्बर दिस ديسمبر דצמבר ธันวาคม ธค ডিসেম্বর децембар دسامبر',
]

/** Names of each month in cells; the first is the English one. */
export const CELL_MONTHS: string[][] = MONTHS.map((names, at) => [...new Set([...names, ...MORE[at]!.split(' ')])])
/** By the name of a month in any language: its short English one. */
export const MONTH_IN_ENGLISH: ReadonlyMap<string, string> = new Map(
  CELL_MONTHS.flatMap((names) => names.map((name) => [name, names[0]!] as const)),
)
/** Whether a text has the name of a month in it. */
export const namesMonth = (text: string): boolean =>
  (
    text
      .toLocaleLowerCase('en')
      .normalize('NFC')
      .match(/[\p{L}\p{M}.]+/gu) ?? []
  ).some((word) => MONTH_IN_ENGLISH.has(word.replaceAll('.', '')))

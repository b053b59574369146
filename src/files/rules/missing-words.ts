/** What programs write for "no value" in a column of numbers or dates; in a column of text it stays what it is. */
export const NULL_WORDS = ['na', 'n/a', '#n/a', 'null', 'none', 'nan', '\\n']

/** What says so among texts as well, where no other sign stands by itself. */
export const [DASH, POINT] = ['-{1,3}|[–—]', '\\.{1,3}']

/** A line a language, words between commas. What may as well name a column or be a value of its own, as "exempt" and "free", is none of them. */
const BY_LANGUAGE = [
  // English
  'unknown, unk, unk., n.a., n. a., n/e, n/k, n/r, n/v, n/t, not available, not applicable, not reported, not recorded, not known, not measured, missing',
  'undefined, unspecified, no data, no value, no reading, nodata, nil, tbd, tba, pending, withheld, suppressed, confidential, redacted',
  'not published, not disclosed, not stated, not provided, not assessed, nil return, no response, not tested',
  // German
  'k.a., k. a., keine angabe, keine angaben, o.a., o. a., ohne angabe, unbekannt, entfällt, fehlt, n.v., n. v., n.b., nicht gemessen, nicht verfügbar, nicht erhoben, keine daten',
  // French
  'n.c., n.r., nsp, inconnu, inconnue, non communiqué, non renseigné, non renseignée, non mesuré, non disponible, non applicable, sans objet, s.o., néant, manquant, manquante',
  // Spanish
  's/d, s.d., s/i, sin datos, sin dato, sin información, no disponible, no medido, no registrado, desconocido, no aplica, n.d., nd, n/d, ns/nc',
  // Portuguese
  'sem dados, sem informação, não informado, não informada, não disponível, não se aplica, não medido, desconhecido, n/i',
  // Italian
  'n.p., non disponibile, non rilevato, non pervenuto, non applicabile, dato mancante, mancante, sconosciuto',
  // Dutch
  'onbekend, n.v.t., nvt, niet bekend, niet gemeten, niet beschikbaar, geen gegevens, ontbreekt',
  // Swedish, Norwegian, Danish
  'okänd, okänt, saknas, uppgift saknas, ej mätt, ej tillgänglig, ukjent, mangler, ikke målt, ukendt, ikke oplyst, i.d.',
  // Finnish, Estonian, Latvian, Lithuanian
  'ei tietoa, tuntematon, puuttuu, ei mitattu, andmed puuduvad, teadmata, nav datu, nezināms, nėra duomenų, nežinoma',
  // Polish, Czech, Slovak, Hungarian, Romanian
  'brak danych, brak, b.d., bd., nd., nie dotyczy, nieznany, není k dispozici, neznámé, nezjištěno, chybí, neznáme, chýba, nincs adat, ismeretlen, lipsă, necunoscut, fără date, nu se aplică',
  // Croatian, Slovene, Serbian, Bulgarian, Greek
  'nepoznato, nema podataka, ni podatka, neznano, нема података, непознато, няма данни, неизвестно, δ/υ, μ/δ, άγνωστο, δεν υπάρχουν στοιχεία',
  // Turkish, Russian, Ukrainian
  'bilinmiyor, veri yok, yok, mevcut değil, belirtilmemiş, нет данных, н/д, н.д., отсутствует, не указано, не определено, не измерено, немає даних, невідомо, н/в',
  // Arabic, Persian, Hebrew, Hindi, Bengali
  'غير متوفر, غير معروف, لا يوجد, غير متاح, نامشخص, לא ידוע, אין נתונים, उपलब्ध नहीं, लागू नहीं, ज्ञात नहीं, अज्ञात, অজানা',
  // Chinese, Japanese, Korean
  '不明, 未知, 暂无, 无数据, 無資料, 缺失, 缺测, 缺測, 不适用, 欠測, 欠損, 未測定, データなし, 該当なし, 없음, 미상, 해당없음, 자료없음, 결측',
  // Thai, Vietnamese, Indonesian
  'ไม่ทราบ, ไม่มีข้อมูล, không có, không rõ, chưa có, tidak ada, tidak tersedia, tidak diketahui',
]
/** Signs for none; what instruments write for a reading that failed, statistics offices in the place of a figure, and spreadsheets for a formula that fails. */
const BY_PROGRAM = [
  '-, --, ---, –, —, ?, --:--, --:--:--, -.-, --.-, --.--',
  'err, error, overflow, overrange, ovl, ///, //, ×',
  '[c], [x], [z], [u], [w], [n], [s], [d], [low], (c), (d), (s), (x), (z), (na), (nr)',
  ':, :c, :n, :u, :z, : c, : n, : u, : z, .., ..., …, *, **',
  '#div/0!, #ref!, #value!, #name?, #num!, #null!, #spill!, #calc!, #error!',
]
/** Words that say the same in words of their own: no value there either, but what was written is kept beside the column. */
export const UNKNOWN_WORDS = [...BY_LANGUAGE, ...BY_PROGRAM].flatMap((line) => line.split(', '))

const NO_VALUE: ReadonlySet<string> = new Set([...NULL_WORDS, ...UNKNOWN_WORDS, ''])
/** Whether a cell is empty or says that there is no value. */
export const saysNothing = (cell: string): boolean => NO_VALUE.has(cell.trim().toLowerCase())

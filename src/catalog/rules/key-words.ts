import { wordsOf } from '#base/text.ts'

export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words for keys, numbers and codes by which one thing is told from others. */
const KEYS = words(`id key code sku no number uuid guid nr num nbr nro nº cd
  numer numero número numéro nummer broj číslo código codigo codice cód cod kod kód kodi koodi kode код номер nomor
  κωδικός numarası kodu رقم رمز شماره کد`)
/** Documents and registers that give such numbers. */
const NUMBERS = words(`document doc ref réf reference référence isbn ean serial barcode roll seq upc plu fips mrn npi
  blz nif siret siren cpf cnpj cuit nit pesel nip regon инн кпп бик окпо lp артикул sicil`)
/** Endings of names that say the same, in languages that write words together or whose signs for vowels are no letters. */
const NUMBER_ENDING =
  /(?:number|nummer|numero|schlüssel|ssn|nb?r|nro|(?<!darab|lét)szám|kodu|\p{Lo}no|[号號番]|番号|编号|編號|编码|代[码碼号號]|コード|번호|코드|사번|क्रमांक|क्र\.? ?सं|(?:खाता|क्रम|आदेश|बिल|चालान|कमरा|पंजीकरण) ?संख्या|कोड|नंबर|รหัส|เลขที่)$/u
/** Words for a number or code that stand first and never count what follows: "номер заказа", "nr konta". */
const FIRST = words(
  'nr nro nº cód cod código codigo codice kod kód код номер numer numéro číslo nomor kode mã رقم الرقم رمز كود شماره کد табельный',
)
/** Those that count too: "número de pedido" tells an order, "número de pedidos" counts some. */
const FIRST_OF_ONE = words('n no num núm number code numero número מספר')

/** What is told by a number and never put in groups by it, in the singular: accounts, orders, documents, goods, people. */
const RECORDS =
  words(`account acct gl order po wo invoice ticket voucher material article item vendor supplier bib policy contract
  shipment container parcel badge docket konto kto auftrag rechnung bestellung beleg kunde lieferant debitor kreditor projekt charge
  rekening grootboekrekening bestelling factuur debiteur leverancier klant ordre faktura kund leverantör tili tilaus lasku
  zamówienie klient dostawca účet objednávka zákazník hesap sipariş fatura müşteri счет счёт заказ накладная договор клиент поставщик
  λογαριασμός παραγγελία τιμολόγιο 科目 勘定科目 口座 账户 帳戶 伝票 계정 계정과목 계좌`)
const RECORD_ENDING = /(?:konto|kto|auftrag|beleg|खाता|चालान)$/
/** Things, places and kinds that are told by a number and that rows are put in groups by: stations are counted, a station has one. */
const GROUPS =
  words(`station sensor device site plot tract ward precinct district gate platform lane line route tram train flight flt
  stop branch terminal dept department type kind class chrom chromosome room bldg building aisle store warehouse whse center centre
  port srcport dstport sport dport vlan plant plnt seat zone section box pos batch sex gender race
  werk raum halle gleis linie haltestelle filiale abteilung abt kostenstelle kst kostenträger mandant buchungskreis maschine lagerort
  lohnart kostenart kennzahl kennziffer kz posten zeile feld geschlecht steuerklasse filiaal fabriek kamer perron geslacht
  fabrik avdelning afdeling avdeling spår kön køn kjønn lønart lönart löneart tehdas huone laituri sukupuoli
  zakład pokój peron pozycja płeć závod pokoj středisko položka pohlaví oda fabrika şube cinsiyet
  завод цех участок склад кабинет комната этаж порт платформа вагон рейс строка пол δωμάτιο φύλο
  工場 工厂 车间 端口 性別 性别 ポート 部門 部门 号室 行 공장 포트 호실 성별`)
const GROUP_ENDING = /(?:kennzahl|kostenstelle|[gt]sart|lohnart|कमरा|लिंग)$/
/** The same in Romance and Semitic languages, where what is told stands first: "cuenta contable" is an account, "importe factura" none. */
const RECORDS_FIRST =
  words(`compte commande facture matricule fournisseur dossier cuenta cta pedido factura albarán legajo expediente cédula
  proveedor póliza folio conta fatura matrícula fornecedor processo conto sottoconto ordine fattura commessa matricola fornitore
  cont comandă factură الحساب الطلب الفاتورة חשבון הזמנה`)
const GROUPS_FIRST =
  words(`usine atelier salle chambre bureau poste quai voie rubrique ligne secteur sexe planta almacén sala habitación
  aula andén puerto puerta vuelo tienda sucursal casilla renglón partida sexo género quarto porta porto plataforma filial loja linha
  stabilimento reparto stanza binario riga rigo causale sesso cameră
  المصنع الغرفة الجنس`)

/** Shortened words for what is told by a number, where "no", "num" or "cd" is written to them: `empno`, `srno`. */
const SHORT = words('emp cust inv so doc ref seq lot sr sl s reg ord itm mat pers part bill')
const WRITTEN_TO = /^(.+?)(?:no|num|cd)$/

/** Words that say that what follows is counted: "Anzahl Konten", "nombre de chambres". */
const COUNTS = words(
  'count counts qty quantity anzahl menge nombre quantité cantidad quantidade quantità antal antall aantal lukumäärä liczba ilość počet množství număr количество число кол πλήθος adet sayısı عدد',
)
const COUNT_ENDING = /(?:(?<!kenn|jahres|mess)zahl|[数數수]|数量|數量|수량|संख्या|मात्रा)$/

const lower = (name: string) => name.trim().toLowerCase()
const bareOf = (name: string) => name.replace(/(?<=\p{L})\s*[([][^()[\]]*[)\]]$/u, '')
/** The words of a name without the number of a column (`club_id_1`) and what stands in brackets behind it. */
export const partsOf = (name: string): string[] => wordsOf(bareOf(name).replace(/(?<=\D)[_ ]?\d+$/, ''))

/** Whether a word of English or a Romance language ends as plurals do. */
export const isPlural = (word: string): boolean => /[a-z]{3}s$/.test(word) && !/[ius]s$/.test(word)

/** Whether a name says that its figures are counts. */
export const namesCount = (name: string): boolean => {
  const bare = lower(bareOf(name))
  const counts = (part: string, at: number, parts: string[]) =>
    COUNTS.has(part) || (part === 'of' && (isPlural(parts[at - 1] ?? '') || FIRST_OF_ONE.has(parts[at - 1] ?? '')))
  return partsOf(name).some(counts) || (COUNT_ENDING.test(bare) && !NUMBER_ENDING.test(bare))
}

/** Whether a word by itself says that it is a key. */
export const isKeyWord = (word: string): boolean => KEYS.has(word)

const isThing = (word: string): boolean => [RECORDS, RECORDS_FIRST, GROUPS, GROUPS_FIRST].some((list) => list.has(word))

/** Whether a name says that its values are numbers or codes which tell one thing from others: `order no`, `Kundennr`, `EMPNO`, "номер заказа". */
export function namesNumber(name: string): boolean {
  const parts = partsOf(name)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const written = WRITTEN_TO.exec(last)?.[1] ?? ''
  return (
    KEYS.has(last) ||
    NUMBERS.has(last) ||
    NUMBER_ENDING.test(lower(bareOf(name)).replace(/\.$/, '')) ||
    SHORT.has(written) ||
    isThing(written) ||
    (FIRST.has(first) && !isPlural(last)) ||
    (FIRST_OF_ONE.has(first) && isThing(last)) ||
    /№|\p{L}\s*#\s*$/u.test(name)
  )
}

/** What whole numbers under a name tell: single things, or groups of rows; null where the name says neither. */
export function toldBy(name: string): 'one' | 'group' | null {
  if (namesCount(name)) return null
  const bare = lower(bareOf(name))
  const parts = partsOf(name)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const about = parts.findLast((part) => !KEYS.has(part)) ?? ''
  const isGroup = GROUPS.has(last) || GROUPS_FIRST.has(first) || GROUP_ENDING.test(bare)
  if (isGroup || (GROUPS.has(about) && namesNumber(name))) return 'group'
  const isRecord = RECORDS.has(last) || RECORDS_FIRST.has(first) || RECORD_ENDING.test(bare)
  return isRecord || namesNumber(name) ? 'one' : null
}

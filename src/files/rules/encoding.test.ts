import { expect, test } from 'bun:test'
import { guessEncoding } from './encoding.ts'

/** A text in an encoding of one or two bytes a letter: what each of these is, its decoder says. */
function encoded(text: string, encoding: string): Buffer {
  const bytes = new Map<string, number[]>()
  const note = (all: number[]) => {
    const letter = new TextDecoder(encoding as 'utf-8').decode(Uint8Array.from(all))
    if ([...letter].length === 1 && letter !== '\ufffd' && !bytes.has(letter)) bytes.set(letter, all)
  }
  for (let first = 0; first < 256; first++) note([first])
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) note([first, second])
  return Buffer.from([...text].flatMap((letter) => bytes.get(letter)!))
}

test.each([
  ['windows-1252', 'name,ort\nMüller,Köln\nJosé,Málaga\nÅse,Tromsø\n'],
  ['windows-1252', 'artikel;größe\nß-A;5 µm\nx;10°\n'],
  ['windows-1252', 'a,b\nit’s “naïve”,“x”\nit’s “so”,– “y”\n'],
  ['windows-1252', 'a,b\nx,€12\ny,€13\n'],
  ['windows-1252', 'nafn,borg\nÞór,Ísafjörður\nSigríður,Þorlákshöfn\n'],
  ['windows-1252', 'Gerät;Preis\nSäge;48,00 €\nHammer;17,50 €\nBohrer;2,15 €\nZange;9,99 €\n'],
  ['windows-1250', 'imię,miasto\nŁukasz,Łódź\nGrażyna,Gdańsk\n'],
  ['windows-1250', 'jméno,město\nNovák,Plzeň\nDvořák,Ústí\n'],
  ['windows-1250', 'judeţ,oraş\nTimiş,Timişoara\nVâlcea,Băile Olăneşti\n'],
  ['iso-8859-2', 'grad,županija\nŠibenik,1\nČakovec,2\nŽupanja,3\n'],
  ['windows-1257', 'miestas,rajonas\nŠiauliai,1\nPanevėžys,2\nKėdainiai,3\n'],
  ['macintosh', 'Ort,Größe\nKöln,1\nMünster,2\n'],
  ['macintosh', 'Ort;Zähler\rKeller;1\rDach;2\r'],
  ['windows-1254', 'ad,şehir\nAyşe,İstanbul\nOğuz,Iğdır\n'],
  ['windows-1251', 'город,цена\nТула,10\nОмск,12\n'],
  ['koi8-r', 'город,цена\nТула,10\nОмск,12\n'],
  ['windows-1253', 'πόλη,τιμή\nΧανιά,10\nΒόλος,12\n'],
  ['windows-1255', 'עיר,מחיר\nאשדוד,10\n'],
  ['windows-1256', 'مدينة,سعر\nطنطا,10\nأسوان,12\n'],
  ['windows-874', 'เมือง,ราคา\nภูเก็ต,10\nน่าน,12\n'],
  ['shift_jis', '県,人口\n長野県,10\n福井県,12\n'],
  ['euc-jp', '品名,価格\nりんご,120円\nみかん,80円\n'],
  ['euc-kr', '도시,인구\n대전,10\n광주,20\n인천,30\n'],
  ['euc-kr', '자치구,세대수\n종로구,72067\n용산구,106744\n'],
  ['gb18030', '城市,人口\n广州,10\n成都,20\n'],
  ['big5', '城市,人口\n高雄,10\n臺中,20\n'],
])('a text in %s is told by its letters: %j', (encoding, text) =>
  expect(guessEncoding(encoded(text, encoding))).toBe(encoding),
)

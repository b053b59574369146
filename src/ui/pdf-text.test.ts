import { expect, test } from 'bun:test'
import { create, type Font } from 'fontkit'
import { textOfPdf } from '../../tests/support/pdf.ts'
import { facesFor } from './letters.ts'
import { BOTTOM, type Doc, LEFT, openPdf } from './pdf.ts'
import { linesOf, printable, say, write } from './pdf-text.ts'

const TEXTS = {
  Hindi: 'उत्तर क्षेत्र में राजस्व ₹18,66,000 था, जो पिछले वर्ष से 32.9 % अधिक है। श्रीमती शर्मा प्रबंधक बनीं।',
  Bengali: 'উত্তর অঞ্চলে বিক্রয় বৃদ্ধি পেয়েছে ২০২৫ সালে।',
  Tamil: 'வடக்கு பகுதியில் விற்பனை அதிகரித்தது, கொள்கை.',
  Telugu: 'ఉత్తర ప్రాంతంలో అమ్మకాలు పెరిగాయి.',
  Gujarati: 'ઉત્તર વિસ્તારમાં વેચાણ વધ્યું.',
  Kannada: 'ಉತ್ತರ ಪ್ರದೇಶದಲ್ಲಿ ಮಾರಾಟ ಹೆಚ್ಚಾಯಿತು.',
  Malayalam: 'വടക്കൻ മേഖലയിൽ വിൽപ്പന വർദ്ധിച്ചു.',
  Punjabi: 'ਉੱਤਰੀ ਖੇਤਰ ਵਿੱਚ ਵਿਕਰੀ ਵਧੀ।',
  Odia: 'ଉତ୍ତର ଅଞ୍ଚଳରେ ବିକ୍ରୟ ବଢ଼ିଲା।',
  'Simplified Chinese': '北方地区的收入为 ₹18,66,000，比上一年增长 32.9%。其中北京市和上海市占比最大。',
  'Traditional Chinese': '繁體中文：銷售額與訂單',
  Japanese: '北部地域の売上高は前年より32.9％増加しました。',
  Korean: '북부 지역의 매출은 전년 대비 32.9% 증가했습니다.',
  Arabic: 'بلغت إيرادات المنطقة الشمالية ₹18,66,000 في عام 2025 (بزيادة 32.9 %)، وكانت Tabletalk هي المصدر الأول.',
  Hebrew: 'ההכנסות באזור הצפון היו 1,866,000 בשנת 2025 (עלייה של 32.9%) לעומת השנה הקודמת.',
  Thai: 'รายได้ของภาคเหนือเพิ่มขึ้นร้อยละสามสิบสองจุดเก้าเมื่อเทียบกับปีก่อนและสำนักงานกรุงเทพมหานครมียอดสั่งซื้อมากที่สุด',
  Russian: 'Выручка северного региона выросла на 32,9 %.',
  Greek: 'Τα έσοδα της βόρειας περιοχής αυξήθηκαν.',
}
const open = (text: string) => openPdf({ title: 'T', author: 'A', subject: 'S', at: new Date(0), text })
const bare = (text: string) => text.normalize('NFC').replace(/\s+/g, '')

test.each(Object.entries(TEXTS))('%s is printed and read as it was written', async (_, text) => {
  const { doc, bytes } = await open(text)
  expect([printable(doc, text), doc.missing]).toEqual([text, 0])
  const end = say(doc, text, LEFT, { bold: true })
  say(doc, text, end, { width: 90 })
  doc.end()
  expect(bare(await textOfPdf(await bytes))).toBe(bare(text + text))
})

test.each(['क', '京', 'ש'])('the outline of %s is in the file as the font draws it at each weight', async (letter) => {
  const [face] = await facesFor(letter)
  const widths = [face!.regular, face!.bold].map((font) => {
    const [glyph] = font.glyphsForString(letter)
    const subset = font.createSubset()
    const id = Number(subset.includeGlyph(glyph!))
    const written = (create(Buffer.from(subset.encode())) as Font).getGlyph(id)
    expect(written.path.commands.length).toBeGreaterThan(8)
    expect(Math.abs(written.bbox.minX - glyph!.bbox.minX)).toBeLessThanOrEqual(1)
    expect(Math.abs(written.bbox.maxY - glyph!.bbox.maxY)).toBeLessThanOrEqual(1)
    return written.bbox.maxX - written.bbox.minX
  })
  expect(widths[1]).toBeGreaterThan(widths[0]!)
})

/** Where the first letters of a line's pieces are, from the left. */
async function drawn(doc: Doc, text: string, width: number) {
  const lines = linesOf(doc, [{ text }], 10, width)
  const places: string[] = []
  const real = doc.text.bind(doc)
  doc.text = ((words: string, x: number, ...rest: []) => {
    places.push(`${Math.round(x)} ${words.trim()}`)
    return real(words, x, ...rest)
  }) as typeof doc.text
  write(doc, lines, { x: 0, y: LEFT, width, size: 10 })
  return places
}

test('what is read from the right stands at the right, with numbers and brackets the right way round', async () => {
  const text = 'בשנת 2025 (עלייה)'
  const { doc } = await open(text)
  const places = await drawn(doc, text, 400)
  expect(places.map((place) => place.replace(/^\d+ /, ''))).toEqual(['בשנת', '2025', ')', 'עלייה', '('])
  const xs = places.map((place) => Number.parseInt(place, 10))
  expect(xs).toEqual([...xs].sort((a, b) => b - a))
  expect(xs[0]).toBeGreaterThan(370)
})

test('Chinese and Thai break between words, long words where the line ends, and what does not fit is cut', async () => {
  const { doc } = await open(TEXTS['Simplified Chinese'] + TEXTS.Thai)
  const words = (text: string, width: number, most?: number) =>
    linesOf(doc, [{ text }], 10, width, most).map(({ pieces }) => pieces.map(({ text }) => text).join(''))
  expect(words('其中北京市和上海市占比最大。', 60)).toEqual(['其中北京市和', '上海市占比', '最大。'])
  expect(words('ยอดขายของภาคเหนือ', 40).join('')).toBe('ยอดขายของภาคเหนือ')
  expect(words('ยอดขายของภาคเหนือ', 40)[0]).toBe('ยอดขาย')
  expect(words('W'.repeat(12), 50).every((line) => line.length < 6)).toBe(true)
  expect(words('one two three four five six', 50, 2)).toEqual(['one two', 'three fo…'])
})

test('what no font has is counted, and a paragraph goes on at the next page', async () => {
  const { doc, bytes } = await open('ខ្មែរ 😀')
  expect([printable(doc, 'ខ្មែរ 😀 a\u200b'), doc.missing]).toEqual(['????? ? a', 6])
  const lines = linesOf(doc, [{ text: 'word '.repeat(2000) }], 10, 400)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let end = 0
  root.add(
    doc.struct('P', {}, () => {
      end = write(doc, lines, { x: LEFT, y: LEFT, width: 400, size: 10 }, true)
    }),
  )
  root.end()
  expect(doc.bufferedPageRange().count).toBeGreaterThan(1)
  expect(end).toBeWithin(LEFT, BOTTOM + 15)
  doc.end()
  expect((await textOfPdf(await bytes)).match(/word/g)).toHaveLength(2000)
})

import { folded } from './words.ts'

/** Words of plain questions in other languages, with the English that the reader knows; the longest phrase wins. */
const LANGUAGES = {
  German: `
    wie viele=how many; wieviele=how many; wie viel=how much; wie hoch ist=what is; wie hoch war=what was; wie hoch sind=what are; was ist=what is;
    was war=what was; welche=which; welcher=which; welches=which; wer=who; wo=where; wann=when; zeige mir=show; zeig mir=show; zeige=show; liste=list;
    gab es=were there; gibt es=are there; haben wir=do we have; hatten wir=did we have; hat=has; haben=have; hatte=had; hatten=had; sind=are; ist=is;
    war=was; waren=were; wurden=were; wurde=was; die meisten=the most; am meisten=the most; die wenigsten=the fewest; den höchsten=the highest; die höchste=the highest;
    höchste=highest; höchsten=highest; höchster=highest; niedrigste=lowest; niedrigsten=lowest; niedrigster=lowest; größte=largest; größten=largest; kleinste=smallest; beste=best; besten=best;
    durchschnittliche=average; durchschnittlicher=average; durchschnittlichen=average; durchschnitt=average; gesamt=total; gesamte=total; gesamter=total; insgesamt=in total;
    summe=sum; anzahl der=number of; anzahl=number of; anteil der=share of; anteil=share of; prozent=percent; umsatz=revenue; umsätze=revenue; gesamtumsatz=total revenue; verkäufe=sales;
    gewinn=profit; marge=margin; bestellungen=orders; bestellung=order; aufträge=orders; auftrag=order; bestellwert=order value; kunden=customers; kunde=customer; kundinnen=customers;
    produkte=products; produkt=product; artikel=products; retouren=returns; rücksendungen=returns; rechnungen=invoices; mitarbeiter=employees; preis=price; preise=prices; menge=quantity;
    kosten=cost; rabatt=discount; grund=reason; gründe=reasons; stadt=city; städte=cities; land=country; länder=countries; bundesland=state; kanal=channel; kanäle=channels;
    kategorie=category; kategorien=categories; marke=brand; marken=brands; lieferant=supplier; zahlungsart=payment method; lieferzeit=delivery time; status=status; lager=warehouse;
    pro=per; je=per; nach=by; im=in; in den=in; in der=in; in=in; seit=since; vor=before; zwischen=between; und=and; oder=or; ohne=without; nur=only; für=for; von=of; aus=from; mit=with;
    der=the; die=the; das=the; den=the; dem=the; des=of the; ein=a; eine=a; unsere=our; unser=our; es=; jeden=each; jedem=each; jeder=each; mehr als=more than; weniger als=less than; über=over; unter=under;
    monat=month; monate=months; monatlich=monthly; jahr=year; jahre=years; jährlich=yearly; quartal=quarter; woche=week; wochen=weeks; tag=day; tage=days; wochentag=weekday;
    letzten monat=last month; letzter monat=last month; letztes jahr=last year; letzten jahr=last year; letztes quartal=last quarter; letzte woche=last week; dieses jahr=this year; diesem jahr=this year; diesen monat=this month;
    letzten=last; heute=today; gestern=yesterday; vergleiche=compare; januar=january; februar=february; märz=march; mai=may; juni=june; juli=july; oktober=october; dezember=december`,
  Spanish: `
    cuántos=how many; cuántas=how many; cuantos=how many; cuantas=how many; cuánto=how much; cuál es=what is; cual es=what is; cuál fue=what was; cuáles son=what are; qué=which; que=which; quién=who; quiénes=who;
    muéstrame=show; mostrar=show; muestra=show; lista=list; hubo=were there; hay=are there; tenemos=do we have; tiene=has; tienen=have; son=are; es=is; fue=was; fueron=were;
    más=the most; mas=the most; menos=the fewest; mayor=highest; menor=lowest; más alto=highest; más bajo=lowest; mejores=best; mejor=best; promedio de=average; promedio=average; media=average; total de=total; total=total;
    número de=number of; suma de=sum of; porcentaje de=percentage of; ingresos=revenue; ingreso=revenue; facturación=revenue; ventas=sales; venta=sales; ganancia=profit; ganancias=profit; margen=margin;
    valor promedio de pedido=average order value; valor medio de pedido=average order value; ticket promedio=average order value; valor promedio=average value; pedidos=orders; pedido=order; órdenes=orders; valor del pedido=order value; clientes=customers; cliente=customer; productos=products; producto=product; devoluciones=returns; devolución=return; facturas=invoices; empleados=employees;
    precio=price; cantidad=quantity; costo=cost; coste=cost; descuento=discount; motivo=reason; razón=reason; ciudad=city; ciudades=cities; país=country; países=countries; estado=state; canal=channel; canales=channels;
    categoría=category; categorías=categories; marca=brand; marcas=brands; por=by; cada=each; en=in; desde=since; antes de=before; entre=between; y=and; o=or; sin=without; solo=only; sólo=only; para=for; de=of; del=of the; con=with;
    el=the; la=the; los=the; las=the; un=a; una=a; nuestros=our; nuestras=our; más de=more than; menos de=less than; mes=month; meses=months; mensual=monthly; año=year; años=years; trimestre=quarter; semana=week; semanas=weeks; día=day; días=days;
    mes pasado=last month; año pasado=last year; semana pasada=last week; este año=this year; este mes=this month; hoy=today; ayer=yesterday; compara=compare; enero=january; febrero=february; marzo=march; abril=april; mayo=may;
    junio=june; julio=july; agosto=august; septiembre=september; octubre=october; noviembre=november; diciembre=december`,
  French: `
    combien de=how many; combien d=how many; quel est=what is; quelle est=what is; quels sont=what are; quelles sont=what are; quel=which; quelle=which; quels=which; quelles=which; qui=who; montre=show; liste=list;
    y a-t-il eu=were there; y a-t-il=are there; il y a eu=were there; a=has; ont=have; sont=are; est=is; avons-nous=do we have; le plus de=the most; le moins de=the fewest; le plus=the most; meilleurs=best; meilleures=best; moyenne=average; moyen=average; total=total;
    nombre de=number of; part de=share of; pourcentage de=percentage of; chiffre d'affaires=revenue; revenus=revenue; ventes=sales; bénéfice=profit; marge=margin; commandes=orders; commande=order; panier moyen=average order value; valeur=value;
    clients=customers; client=customer; produits=products; produit=product; retours=returns; factures=invoices; prix=price; quantité=quantity; coût=cost; remise=discount; motif=reason; raison=reason; ville=city; villes=cities; pays=country; état=state;
    canal=channel; catégorie=category; catégories=categories; marque=brand; marques=brands; par=by; chaque=each; en=in; depuis=since; avant=before; entre=between; et=and; ou=or; sans=without; seulement=only; pour=for; de=of; du=of the; des=of the; avec=with;
    le=the; la=the; les=the; un=a; une=a; nos=our; plus de=more than; moins de=less than; mois=month; année=year; an=year; trimestre=quarter; semaine=week; jour=day; mois dernier=last month; année dernière=last year; cette année=this year; ce mois=this month;
    aujourd'hui=today; hier=yesterday; compare=compare; janvier=january; février=february; mars=march; avril=april; mai=may; juin=june; juillet=july; août=august; septembre=september; octobre=october; novembre=november; décembre=december`,
}

type Dictionary = { pattern: RegExp; words: Map<string, string> }

function dictionary(text: string): Dictionary {
  const words = new Map(text.split(';').map((pair) => pair.trim().split('=') as [string, string]))
  const phrases = [...words.keys()].toSorted((a, b) => b.length - a.length).map((phrase) => RegExp.escape(phrase))
  return { words, pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'giu') }
}
const dictionaries = Object.entries(LANGUAGES).map(([name, text]) => ({ name, ...dictionary(text) }))

/** A question of another language in English, word by word; null when fewer than two of its words are of one, unless it is as short as a follow-up. */
export function translated(question: string): { text: string; note: string } | null {
  const lower = question.replace(/^[¿¡\s]+/, '')
  const hits = dictionaries.map((one) => ({ ...one, found: (lower.match(one.pattern) ?? []).join(' ').length }))
  const [best] = hits.toSorted((a, b) => b.found - a.found)
  const words = best ? (lower.match(best.pattern) ?? []) : []
  const short = lower.split(/\s+/).length <= 3
  if (!best || words.length < (short ? 1 : 2)) return null
  const text = lower
    .replace(best.pattern, (word) => best.words.get(word.toLowerCase()) ?? word)
    .replace(/\s+/g, ' ')
    .trim()
  return { text, note: `I read this in English, as “${text}”.` }
}

/** Words and phrases of other languages without accents and capitals, with their English. */
const meanings = new Map(
  dictionaries.flatMap(({ words }) => [...words].map(([word, english]) => [folded(word), english])),
)

/** What a word of another language means in English, however its accents are written; undefined for words that no dictionary has. */
export const inEnglish = (word: string): string | undefined => meanings.get(word)

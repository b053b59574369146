import { isWord } from '#base/run-together.ts'
import { stem } from '#base/stems.ts'
import { inWords } from '#base/text.ts'
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
    letzten=last; heute=today; gestern=yesterday; vergleiche=compare; januar=january; februar=february; märz=march; mai=may; juni=june; juli=july; oktober=october; dezember=december;
    durchschnitts=average; durchschnittlichem=average; durchschnittliches=average; im durchschnitt=on average; im schnitt=on average; mittlere=average; mittlerer=average; maximale=maximum; minimale=minimum;
    gibt es=are there; wie hoch=what; welchen=which; welchem=which; in welchem=in which; in welcher=in which; am längsten=the longest; am höchsten=the highest; am niedrigsten=the lowest; hatte=had; kam=came; kamen=came; nicht=not; kein=no; keine=no;
    längste=longest; kürzeste=shortest; älteste=oldest; jüngste=youngest; teuerste=most expensive; teuersten=most expensive; billigste=cheapest; schnellste=fastest; letzte=last; ersten=first; alle=all; zeig=show; nenne=list; als=as; über die jahre=by year; pro kopf=per head;
    abteilung=department; abteilungen=departments; beruf=occupation; berufe=occupations; lohn=wage; löhne=wages; gehalt=salary; gehälter=salaries; einkommen=income; alter=age; geschlecht=gender; männer=men; frauen=women; leute=people; personen=people; kinder=children;
    geburten=births; todesfälle=deaths; tote=deaths; kredite=loans; kredit=loan; schulden=debt; spiele=games; spiel=game; liga=league; mannschaft=team; mannschaften=teams; tore=goals; lebenserwartung=life expectancy; bevölkerung=population; einwohner=population;
    quelle=source; quellen=sources; bezirke=districts; bezirk=district; stimmen=votes; wahl=election; art=species; arten=species; tier=animal; tiere=animals; insel=island; inseln=islands; gewicht=weight; größe=size; länge=length; höhe=height; breite=width; farbe=color; farben=colors;
    temperatur=temperature; regen=rain; schnee=snow; wetter=weather; wind=wind; trinkgeld=tip; rechnung=bill; flüge=flights; flug=flight; flughafen=airport; flughäfen=airports; verspätung=delay; fahrgäste=riders; erdbeben=earthquakes; stürme=storms; katastrophen=disasters;
    auto=car; autos=cars; motor=engine; verbrauch=consumption; häuser=houses; haus=house; wohnungen=apartments; zimmer=rooms; schlafzimmer=bedrooms; miete=rent; künstler=artist; lieder=songs; lied=song; filme=films; film=film; figuren=characters; planet=planet;
    bundesstaat=state; bundesstaaten=states; region=region; regionen=regions; kontinent=continent; kontinente=continents; verein=club; note=grade; bildung=education; branche=industry; branchen=industries; arbeitslose=unemployed; ausgaben=spending; einnahmen=receipts;
    chef=boss; chefin=boss; vorgesetzter=supervisor; vorgesetzte=supervisor; vorgesetzten=supervisor; leiter=manager; leiterin=manager; sein=his; seine=his; seinen=his; seinem=his; ihr=their; ihre=their; ihren=their; ihrem=their; mehr=more; weniger=less; mindestens=at least; höchstens=at most;
    häufigste=most common; häufigsten=most common; häufigster=most common; häufigstes=most common; am häufigsten=most often; seltenste=rarest; seltensten=rarest; am teuersten=most expensive; am billigsten=cheapest; am größten=largest; am kleinsten=smallest; am schnellsten=fastest; am ältesten=oldest; am jüngsten=youngest; am besten=best;
    am schlechtesten=worst; schlechteste=worst; schlechtesten=worst; höher=higher; höhere=higher; niedriger=lower; größer=larger; kleiner=smaller; länger=longer; kürzer=shorter; älter als=older than; jünger=younger; teurer=more expensive; billiger=cheaper; schneller=faster; besser=better; schlechter=worse; später=later; früher=earlier;
    zwei=two; drei=three; vier=four; fünf=five; sechs=six; sieben=seven; acht=eight; neun=nine; zehn=ten; verschiedene=different; verschiedenen=different; unterschiedliche=different; unterschiedlichen=different; erste=first; erster=first; erstes=first; zuerst=first; zuletzt=last; letzter=last; letztes=last;
    stunde=hour; stunden=hours; uhrzeit=time of day; minute=minute; minuten=minutes; täglich=daily; wöchentlich=weekly; wochenende=weekend; wochenenden=weekends; wochentage=weekdays; wochentagen=weekdays; vormonat=previous month; vorjahr=previous year; vorwoche=previous week; im laufe der jahre=by year; im laufe der zeit=over time;
    median=median; laufende summe=running total; kumuliert=cumulative; kumulierte=cumulative; wachstum=growth; veränderung=change; änderung=change; entwicklung=trend; gegenüber dem=compared with the; gegenüber=compared with; verglichen mit=compared with; im vergleich zu=compared with; im vergleich zum=compared with the; bis=to; ab=from;
    nie=never; niemals=never; noch nie=never; aber=but; wie lange=how long; wie oft=how often; wie alt=how old; seit wann=since when; dauert=take; dauern=take; im mittel=on average; plus=plus; minus=minus; sortiert nach=sorted by; absteigend=descending; aufsteigend=ascending; hälfte=half; fälle=cases; staat=state; name=name; namen=names; datum=date; zeit=time; zahl=number; wert=value; durchschnittswert=average`,
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
    junio=june; julio=july; agosto=august; septiembre=september; octubre=october; noviembre=november; diciembre=december;
    medio=average<; media=average<; promedio=average<; máximo=maximum<; máxima=maximum<; mínimo=minimum<; mínima=minimum<; cuánta=how much; cuál=which; cuáles=which; tenía=had; tuvo=had; tuvieron=had; había=were there; no=not; dónde=where; cuándo=when;
    tiene más=has the most; tienen más=have the most; tuvo más=had the most; el mayor=the highest; la mayor=the highest; la menor=the lowest; el menor=the lowest; más largo=longest<; más larga=longest<; más caro=most expensive<; más cara=most expensive<; más barato=cheapest<;
    más grande=largest<; más pequeño=smallest<; último=last; última=last; primero=first; todos=all; todas=all; vino=came; al=to the; por cada=per; según=by; departamento=department; departamentos=departments; ocupación=occupation; profesión=occupation; salario=wage; salarios=wages;
    sueldo=salary; renta=income; edad=age; sexo=gender; género=gender; hombres=men; mujeres=women; personas=people; gente=people; niños=children; nacimientos=births; muertes=deaths; préstamos=loans; préstamo=loan; deuda=debt; partidos=games; partido=game; liga=league;
    equipo=team; equipos=teams; goles=goals; esperanza de vida=life expectancy; población=population; habitantes=population; fuente=source; fuentes=sources; distritos=districts; distrito=district; votos=votes; especie=species; especies=species; animal=animal; animales=animals;
    isla=island; islas=islands; peso=weight; tamaño=size; longitud=length; altura=height; color=color; temperatura=temperature; lluvia=rain; nieve=snow; clima=weather; viento=wind; propina=tip; propinas=tips; cuenta=bill; vuelos=flights; vuelo=flight; aeropuerto=airport;
    aeropuertos=airports; retraso=delay; retrasos=delays; terremotos=earthquakes; tormentas=storms; desastres=disasters; coche=car; coches=cars; motor=engine; consumo=consumption; casas=houses; casa=house; habitaciones=rooms; dormitorios=bedrooms; alquiler=rent;
    artista=artist; artistas=artists; canciones=songs; canción=song; películas=films; personajes=characters; planeta=planet; estados=states; región=region; regiones=regions; continente=continent; continentes=continents; educación=education; industria=industry; desempleados=unemployed; gastos=spending`,
  French: `
    combien de=how many; combien d=how many; quel est=what is; quelle est=what is; quels sont=what are; quelles sont=what are; quel=which; quelle=which; quels=which; quelles=which; qui=who; montre=show; liste=list;
    y a-t-il eu=were there; y a-t-il=are there; il y a eu=were there; a=has; ont=have; sont=are; est=is; avons-nous=do we have; le plus de=the most; le moins de=the fewest; le plus=the most; meilleurs=best; meilleures=best; moyenne=average; moyen=average; total=total;
    nombre de=number of; part de=share of; pourcentage de=percentage of; chiffre d'affaires=revenue; revenus=revenue; ventes=sales; bénéfice=profit; marge=margin; commandes=orders; commande=order; panier moyen=average order value; valeur=value;
    clients=customers; client=customer; produits=products; produit=product; retours=returns; factures=invoices; prix=price; quantité=quantity; coût=cost; remise=discount; motif=reason; raison=reason; ville=city; villes=cities; pays=country; état=state;
    canal=channel; catégorie=category; catégories=categories; marque=brand; marques=brands; par=by; chaque=each; en=in; depuis=since; avant=before; entre=between; et=and; ou=or; sans=without; seulement=only; pour=for; de=of; du=of the; des=of the; avec=with;
    le=the; la=the; les=the; un=a; une=a; nos=our; plus de=more than; moins de=less than; mois=month; année=year; an=year; trimestre=quarter; semaine=week; jour=day; mois dernier=last month; année dernière=last year; cette année=this year; ce mois=this month;
    aujourd'hui=today; hier=yesterday; compare=compare; janvier=january; février=february; mars=march; avril=april; mai=may; juin=june; juillet=july; août=august; septembre=september; octobre=october; novembre=november; décembre=december;
    d=of; l=the; moyen=average<; moyenne=average<; moyens=average<; maximal=maximum<; maximale=maximum<; minimal=minimum<; totale=total<; en moyenne=on average; la moyenne de=the average; moyenne de=average; combien=how many; avait=had; avaient=had; eu=had; quand=when; où=where; pas=not; sauf=except;
    y a-t-il de=are there; il y a=there are; la plus grande=the highest; le plus grand=the highest; la plus petite=the lowest; le plus petit=the lowest; la plus haute=the highest; le plus élevé=the highest; le plus longtemps=the longest; le plus cher=most expensive; le moins cher=cheapest; le plus d=the most;
    plus de la=more than the; dernier=last; dernière=last; premiers=first; tous les=all; toutes les=all; par an=per year; selon=by; au=in; aux=in; dans=in; venait=came; viennent=come; employés=employees; employé=employee; département=department; départements=departments; profession=occupation; métier=occupation;
    salaire=wage; salaires=wages; revenu=income; âge=age; sexe=gender; hommes=men; femmes=women; personnes=people; gens=people; enfants=children; naissances=births; décès=deaths; morts=deaths; prêts=loans; prêt=loan; dette=debt; matchs=games; match=game; ligue=league; équipe=team; équipes=teams;
    buts=goals; espérance de vie=life expectancy; population=population; habitants=population; source=source; sources=sources; districts=districts; district=district; voix=votes; votes=votes; espèce=species; espèces=species; animal=animal; animaux=animals; île=island; îles=islands; poids=weight; taille=size;
    longueur=length; hauteur=height; couleur=color; température=temperature; pluie=rain; neige=snow; météo=weather; vent=wind; pourboire=tip; pourboires=tips; addition=bill; vols=flights; vol=flight; aéroport=airport; aéroports=airports; retard=delay; retards=delays; séismes=earthquakes; tempêtes=storms;
    catastrophes=disasters; voiture=car; voitures=cars; moteur=engine; consommation=consumption; maisons=houses; maison=house; pièces=rooms; chambres=bedrooms; loyer=rent; artiste=artist; artistes=artists; chansons=songs; chanson=song; films=films; personnages=characters; planète=planet; états=states; région=region;
    régions=regions; continent=continent; continents=continents; éducation=education; secteur=sector; chômeurs=unemployed; dépenses=spending; jours=days; mensuel=monthly<; annuel=yearly<;
    gagne plus que=earns more than; gagnent plus que=earn more than; gagne moins que=earns less than; son=his; que=than; gagne en moyenne=earns on average; plus que=more than; moins que=less than; au moins=at least; au plus=at most; leur=their; leurs=their; sa=his; ses=his; chef=boss; responsable=manager; supérieur=supervisor; deux=two; trois=three; quatre=four; cinq=five; six=six; sept=seven; huit=eight; neuf=nine; dix=ten;
    plus pauvre=poorest<; plus pauvres=poorest<; plus riche=richest<; plus riches=richest<; plus chers=most expensive<; plus chère=most expensive<; plus chères=most expensive<; plus jeunes=youngest<; plus âgé=oldest<; plus âgés=oldest<; plus âgée=oldest<; plus ancien=oldest<; plus anciens=oldest<; plus anciennes=oldest<; plus grands=largest<; plus grandes=largest<;
    plus petits=smallest<; plus petites=smallest<; plus hauts=highest<; plus hautes=highest<; plus longs=longest<; plus longue=longest<; plus longues=longest<; plus court=shortest<; plus courts=shortest<; plus courte=shortest<; plus rapides=fastest<; plus élevés=highest<; plus élevée=highest<; plus élevées=highest<; plus faible=lowest<; plus faibles=lowest<; plus bas=lowest<;
    plus fréquent=most common<; plus fréquents=most common<; plus fréquente=most common<; plus fréquentes=most common<; plus courant=most common<; plus courante=most common<; plus récent=latest<; plus récents=latest<; plus récente=latest<; plus souvent=most often; les plus=the; médian=median<; médiane=median<; différents=different; différentes=different;
    heure=hour; heures=hours; minutes=minutes; jour de la semaine=weekday; quotidien=daily<; fin de semaine=weekend; week-end=weekend; week-ends=weekends; le mois précédent=the previous month; mois précédent=previous month; l'année précédente=the previous year; année précédente=previous year; au dernier=in the last; croissance=growth; variation=change; évolution=change; cumulé=cumulative<; cumulée=cumulative<; cumul=running total; total cumulé=running total;
    par rapport au=compared with the; par rapport à=compared with; comparé à=compared with; jamais=never; mais=but; dont=with; commencé=started; après=after; depuis quand=since when; combien de temps=how long; tranche=range; ensemble=together; solde=balance; montant=amount; date=date; nom=name; noms=names; première=first; premier=first; dernières=last; derniers=last`,
  Hindi: `
    mujhe=; dikhao=show; batao=show; dikhaiye=show; bataiye=show; kitne=how many; kitni=how many; kitna=how much; kaunsa=which; kaunsi=which; kaunse=which; kis=which; kya=what; kaun=who; kahan=where; kab=when;
    sabse zyada=the most; sabse jyada=the most; sabse kam=the fewest; sabse bada=the largest; sabse badi=the largest; sabse chhota=the smallest; sabse mehnga=the most expensive; sabse sasta=the cheapest; sabse lamba=the longest;
    zyada=more; jyada=more; se zyada=more than; se kam=less than; kam=less; kul=total; ausat=average; jod=sum; ginti=count; har=each; prati=per; aur=and; ya=or; nahi=not; nahin=not; bina=without; sirf=only; ke baad=after; ke pehle=before; ke beech=between;
    kya hai=; kya hain=; hai=; hain=; tha=; thi=; the=; hua=; hue=; hui=; gaya=; gaye=; gayi=; raha=; rahe=; ka=; ke=; ki=; ko=; ne=; mein=; me=; se=; saal=year; mahina=month; mahine=month; hafta=week; hafte=week; din=day; pichhle=last; pichle=last; is=this; aaj=today; kal=yesterday;
    log=people; aadmi=men; mahila=women; mahilayein=women; bachche=children; umar=age; umra=age; vetan=salary; tankhwah=salary; shahar=city; sheher=city; desh=country; rajya=state; kimat=price; keemat=price; daam=price; bikri=sales; grahak=customers; vajan=weight; rang=color; naam=name`,
}

/** Everyday nouns, verbs and adjectives of tables in German, Spanish and French, several forms of one with a stroke. None is a word of English with other meaning. */
const EVERYDAY = `
  won=gewonnen/gewann/gewannen|ganó/ganaron/ganado/ganados|gagné/gagnés/gagnée/gagnées; lost=verloren/verlor|perdió/perdieron/perdidos|perdu/perdus;
  sleep=schläft/schlafen|duerme/duermen|dort/dorment; weigh=wiegt/wiegen|pesa/pesan|pèse/pèsent; cost=kostet/kosten/kostete|cuesta/cuestan/costó|coûte/coûtent;
  earn=verdient/verdienen|gana/ganan/cobran|gagnent; live=lebt/leben/wohnt/wohnen|vive/viven|vit/vivent/habite/habitent; work=arbeitet/arbeiten|trabaja/trabajan|travaille/travaillent;
  died=gestorben/starb/starben|murió/murieron|mort/mourut/décédés; born=geboren|nacido/nacidos/nació/nacieron|nés/nées/naquis; sold=verkauft/verkaufte|vendido/vendidos/vendió/vendieron|vendu/vendus/vendues;
  bought=gekauft/kaufte|comprado/comprados/compró|acheté/achetés; paid=bezahlt/gezahlt|pagado/pagados/pagó|payé/payés/payée; played=gespielt/spielte|jugado/jugados/jugó|joué/joués;
  scored=erzielt/erzielte|anotó/marcó|marqué/marqués; happened=passiert/geschah/ereigneten|ocurrió/ocurrieron|arrivé/produits; started=begann/begonnen/gestartet|empezó/comenzó|commencé/débuté;
  survived=überlebt/überlebten/überlebte|sobrevivió/sobrevivieron|survécu; left=verlassen|dejaron/abandonaron|quitté; use=nutzt/nutzen/benutzen|usan/utilizan|utilise/utilisent; flew=flog/flogen|voló/volaron|volé;
  bad=schlecht/schlechte/schlechten|malo/mala/malos/malas|mauvais/mauvaise/mauvaises; good=gute/guten|bueno/buena/buenos/buenas|bon/bonne/bons/bonnes; new=neue/neuen/neuer|nuevo/nueva/nuevos/nuevas|nouveau/nouvelle/nouveaux/nouvelles;
  old=alte/alten|viejo/vieja/viejos|vieux/vieille; young=jung/junge/jungen|joven/jóvenes|jeune/jeunes; married=verheiratet/verheiratete/verheirateten|casado/casada/casados/casadas|mariés/mariées;
  single=ledig/ledige/alleinstehend|soltero/soltera/solteros/solteras|célibataire/célibataires; renewable=erneuerbare/erneuerbaren|renovable/renovables|renouvelable/renouvelables; female=weiblich/weibliche/weiblichen|femenino/femeninos|féminin/féminins;
  male=männlich/männliche/männlichen|masculino/masculinos|masculin/masculins; rich=reich/reiche||riche/riches; poor=arme/armen|pobre/pobres|pauvre/pauvres; fast=schnell/schnelle|rápido/rápidos|rapide/rapides; heavy=schwer/schwere|pesado/pesados|lourd/lourds;
  heaviest=schwerste/schwersten/schwerster|más pesado/más pesada/más pesados|le plus lourd/la plus lourde/les plus lourds; tallest=höchster/höchstes|más alto/más alta|le plus haut/la plus haute; fastest=schnellsten/schnellster|más rápido/más rápida|le plus rapide/la plus rapide;
  strongest=stärkste/stärksten/stärkster|más fuerte/más fuertes|le plus fort/la plus forte/les plus forts; oldest=ältesten/ältester|más viejo/más antiguo/más antigua|le plus vieux/le plus ancien/la plus ancienne; warmest=wärmste/wärmsten|más cálido/más caluroso|le plus chaud;
  coldest=kälteste/kältesten|más frío|le plus froid; deadliest=tödlichste/tödlichsten|más mortífero/más mortal|le plus meurtrier/la plus meurtrière; youngest=jüngsten/jüngster|más joven|le plus jeune/la plus jeune;
  electricity=strom/elektrizität|electricidad|électricité; energy=energie|energía|énergie; hurricanes=hurrikane/hurrikans|huracanes/huracán|ouragans/ouragan; penguins=pinguine/pinguin|pingüinos/pingüino|manchots/manchot/pingouins;
  cut=schliff|corte/talla|; clarity=reinheit|claridad|pureté/clarté; birds=vögel/vogel|aves/pájaros|oiseaux/oiseau; fish=fische/fisch|peces/pescado|poissons/poisson; dogs=hunde/hund|perros/perro|chiens/chien; cats=katzen/katze|gatos/gato|chats;
  plants=pflanzen/pflanze|plantas/planta|plantes/plante; flowers=blumen/blüten|flores/flor|fleurs/fleur; trees=bäume/baum|árboles/árbol|arbres/arbre; patients=patienten|pacientes/paciente|; hospitals=krankenhäuser/krankenhaus|hospitales|hôpitaux/hôpital;
  doctors=ärzte/arzt|médicos/médico|médecins/médecin; schools=schulen/schule|escuelas/escuela|écoles/école; students=schüler/studenten/studierende|estudiantes/alumnos|étudiants/élèves; teachers=lehrer/lehrkräfte|profesores/maestros|professeurs/enseignants;
  courses=kurse/kurs|cursos/curso|; books=bücher/buch|libros/libro|livres/livre; authors=autoren/autor|autores|auteurs/auteur; movies=kinofilme|película|; directors=regisseure/regisseur||réalisateurs/réalisateur; titles=titel|títulos/título|titres/titre;
  players=spieler|jugadores/jugador|joueurs/joueur; points=punkte/punkt|puntos/punto|; wins=siege/sieg|victorias/victoria|victoires/victoire; medals=medaillen/medaille|medallas/medalla|médailles/médaille; season=saison|temporada|saison; race=rennen|carrera|; athletes=athleten/sportler|atletas|athlètes;
  passengers=passagiere/passagier|pasajeros/pasajero|passagers/passager; riders=fahrgäste|viajeros|voyageurs; stations=bahnhöfe/stationen/haltestellen|estaciones/estación|gares; routes=strecken/routen|rutas|itinéraires; delay=verspätungen|demora/demoras|retards; airline=fluggesellschaft/fluggesellschaften|aerolínea/aerolíneas|compagnie aérienne/compagnies aériennes;
  storms=sturm|tormenta|tempête/orages; earthquakes=erdbeben/beben|terremoto/sismos|séisme/tremblements de terre; floods=überschwemmungen|inundaciones|inondations; fires=brände/feuer|incendios|incendies; disasters=katastrophe|desastre|catastrophe; magnitude=stärke|magnitud|; depth=tiefe|profundidad|profondeur;
  damage=schaden/schäden|daños|dégâts/dommages; accidents=unfälle/unfall|accidentes|; injured=verletzte/verletzten|heridos|blessés; killed=getötet/getötete|muertos|tués; soldiers=soldaten|soldados|soldats; crimes=verbrechen/straftaten|delitos/crímenes|délits; murder=mord/morde|asesinatos/homicidios|meurtres;
  fertility=fruchtbarkeit/geburtenrate|fertilidad/fecundidad|fécondité; rate=quote|tasa|taux; poverty=armut|pobreza|pauvreté; unemployment=arbeitslosigkeit|desempleo/paro|chômage; wages=lohn|jornal|paie; tax=steuer/steuern|impuesto/impuestos|impôt/impôts; receipts=einnahme|ingresos fiscales|recettes; budget=haushalt|presupuesto|budget;
  price=kaufpreis|precios|prix de vente; amount=betrag/beträge|importe/monto|montant/montants; loan=darlehen||; bank=|banco/bancos|banque/banques; stock=aktie/aktien|acción/acciones|; companies=firmen/unternehmen/firma|empresas/empresa|entreprises/entreprise/sociétés; jobs=arbeitsplätze/stellen|empleos/puestos|emplois;
  occupation=berufsgruppe/tätigkeit|oficio|emploi; sectors=branche/sektor/sektoren|sectores|secteurs; members=mitglieder/mitglied|miembros|membres; union=gewerkschaft|sindicato|syndicat; religion=religionen/religion|religión/religiones|; respondents=befragte/befragten|encuestados|répondants; households=haushalte|hogares|ménages; families=familien/familie|familias/familia|familles/famille;
  candidates=kandidaten/kandidat|candidatos/candidato|candidats/candidat; parties=parteien/partei|partidos políticos|partis/parti; counties=landkreise/kreise|condados/condado|comtés/comté; districts=viertel/stadtteile|barrios/barrio|quartiers/quartier; countries=staaten|naciones|; capital=hauptstadt||capitale; world=welt|mundo|monde; area=fläche|superficie/área|superficie;
  speed=geschwindigkeit|velocidad|vitesse; power=leistung|potencia|puissance; horsepower=pferdestärken|caballos|chevaux; cylinders=zylinder|cilindros|cylindres; consumption=spritverbrauch|consumo de combustible|consommation de carburant; manufacturer=hersteller|fabricante/fabricantes|fabricant/fabricants/constructeur; model=modell/modelle|modelo/modelos|modèle/modèles; origin=herkunft|origen|origine;
  sugar=zucker|azúcar|sucre; calories=kalorien|calorías|calories; protein=eiweiß|proteína/proteínas|protéines; fat=fett|grasa|graisse; wine=weine/wein|vinos/vino|vins; coffee=kaffee||; beer=bier/biere|cerveza/cervezas|bière/bières; food=lebensmittel/essen|alimentos/comida|aliments/nourriture; meal=mahlzeit/mahlzeiten|comidas|repas; dinner=abendessen|cena|dîner; lunch=mittagessen|almuerzo|déjeuner; smokers=raucher|fumadores|fumeurs; table=tisch||table;
  buildings=gebäude|edificios/edificio|bâtiments/bâtiment; floors=stockwerke|pisos/plantas|étages; bathrooms=badezimmer/bäder|baños/baño|salles de bain; neighborhood=nachbarschaft/stadtviertel|vecindario|voisinage; garage=|garaje|; built=gebaut/erbaut|construido/construidos/construida|construit/construits/construite; rooms=raum|cuartos|chambre;
  diamonds=diamanten|diamantes|diamants; genre=|género musical|; characters=figur|personaje|personnage; eyes=augen/augenfarbe|ojos|yeux; hair=haare/haar|pelo/cabello|cheveux; skin=haut|piel|peau; mass=masse|masa|masse; planets=planeten|planetas|planètes; moons=monde|lunas|lunes; distance=entfernung/distanz|distancia|distance; duration=dauer|duración|durée; discovered=entdeckt|descubierto/descubiertos|découvert/découverts`

/** The part of that table which is of one language, in the form of the others. @param nth its place there */
const everyday = (nth: number): string =>
  EVERYDAY.split(';')
    .flatMap((line) => {
      const [english = '', words = ''] = line.trim().split('=')
      return (words.split('|')[nth] ?? '')
        .split('/')
        .flatMap((word) => (word && word !== english ? [`${word}=${english}`] : []))
    })
    .join(';')

/** What changes a question of a language before its words are looked up: words that are written together, and the order of its parts. */
const FORMS: Partial<Record<keyof typeof LANGUAGES, [RegExp, string][]>> = {
  German: [
    [/\b(durchschnitts|gesamt)(?=\p{L}{3})/giu, '$1 '],
    [/\b(mehr|weniger|\p{L}{3,}er)((?: \p{L}+){0,2}) als\b/giu, '$1$2 than'],
    [/\b(\p{L}{3,}?)(summe|anzahl|zahl|durchschnitt|anteil)(?:en|e)?\b/giu, '$2 $1'],
  ],
  French: [
    [/(?<!\p{L})([dl])['’]/giu, '$1 '],
    [/(?<!\p{L})n(?:['’]|e )(?=\p{L})/giu, ''],
  ],
  Hindi: [
    [/^(.*)\bhar (\w+)(?: (?:mein|me|ka|ke|ki|ko))?\b(.*)$/i, '$1 $3 prati $2'],
    [/^(.*)\b(\w+) ke hisaa?b se\b(.*)$/i, '$1 $3 prati $2'],
    [/^(.+) kitn[aei] (?:hai|hain|tha|thi|the)\b/i, 'kya hai $1'],
    [/^(.*\S) (kitn[aei]|kis|kauns[aei])\b(.*)$/i, '$2$3 $1'],
    [/^(kis|kauns[aei]) (\w+)(?: (?:ka|ke|ki|ne|ko|mein|me))?\b/i, '$1 $2 has'],
    [/\b(\w+) (?:mein|me)\b/gi, 'in $1'],
    [/\b(\w+) se(?= (?!zyada|jyada|kam)|$)/gi, 'from $1'],
  ],
}

/** Letters that join the words of a German compound. */
const JOINED = /(?:es|en|s|n)$/
/** "Stromverbrauch" by the words that it is made of, where these are known and it is not. */
function apart(word: string, { words }: Dictionary): string {
  if (word.length < 8 || words.has(folded(word))) return word
  const known = (part: string) => part.length > 3 && words.has(folded(part))
  for (let at = word.length - 4; at >= 4; at--) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const left = [first, first.replace(JOINED, '')].find(known)
    if (left && known(second)) return `${left} ${second}`
  }
  return word
}

type Dictionary = { pattern: RegExp; words: Map<string, string> }

/** Accents that a hurried writer leaves out, by their plain letter. */
const ACCENTS = ['aàáâä', 'cç', 'eèéêë', 'iìíîï', 'nñ', 'oòóôö', 'uùúûü']
const withoutAccents = (phrase: string) =>
  phrase.replace(/[^\x20-\x7e]/g, (letter) => `[${ACCENTS.find((all) => all.includes(letter)) ?? letter}]`)

function dictionary(text: string): Dictionary {
  const pairs = text.split(';').map((pair) => pair.trim().split('=') as [string, string])
  const phrases = pairs.map(([phrase]) => phrase).toSorted((a, b) => b.length - a.length)
  const all = phrases.map((phrase) => withoutAccents(RegExp.escape(phrase)))
  return {
    words: new Map(pairs.map(([phrase, english]) => [folded(phrase), english])),
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join('|')})(?![\\p{L}\\p{N}])`, 'giu'),
  }
}
const dictionaries = Object.entries(LANGUAGES).map(([name, text], nth) => ({
  ...dictionary(nth < 3 ? `${everyday(nth)};${text}` : text),
  forms: FORMS[name as keyof typeof LANGUAGES] ?? [],
  isJoined: name === 'German',
}))

/** Words that tell English: a question with as many of them as of another language's is English. */
const ENGLISH =
  /\b(?:the|of|is|are|was|were|what|which|who|how|many|much|by|per|and|with|from|for|did|does|do|show|list)\b/gi
/** French asks for what is counted and what is measured alike. */
const UNCOUNTED =
  /\bhow many (?=(?:electricity|energy|power|money|revenue|income|debt|damage|rain|snow|sugar|fat|protein|coffee|beer|wine|food)\b)/g
/** Words of the other languages that are English as well, and so tell neither. */
const BOTH =
  /^(?:a|an|as|animal|art|cut|color|de|die|film|films|game|in|is|la|log|mai|mars|me|media|menu|mine|motor|no|note|on|or|pan|par|pays|population|region|source|sources|son|status|taille|the|total|votes|war|wind)$/i

/**
 * A question of another language in English, word by word; null when fewer than two of its words are of one, unless it is as short as a
 * follow-up. @param names words without accents and capitals that stay as they are
 */
export function translated(
  question: string,
  names: ReadonlySet<string> = new Set(),
): { text: string; note: string } | null {
  const lower = question.replace(/^[¿¡\s]+/, '')
  const read = dictionaries.map((one) => {
    const whole = one.forms.reduce((text, [from, to]) => text.replace(from, to), lower)
    const formed = one.isJoined ? whole.replace(/\p{L}+/gu, (word) => apart(word, one)) : whole
    return { ...one, formed, found: (formed.match(one.pattern) ?? []).filter((word) => !BOTH.test(word)) }
  })
  const best = read.toSorted((a, b) => b.found.join(' ').length - a.found.join(' ').length)[0]!
  const short = lower.split(/\s+/).length <= 3
  const telling = best.found.length + Number(best.formed !== lower)
  if (!best.found.length || telling < (short ? 1 : 2) || telling <= (lower.match(ENGLISH) ?? []).length) return null
  const text = best.formed
    .replace(best.pattern, (word) =>
      names.has(folded(word)) ? word : (best.words.get(folded(word)) ?? word).replace(/^(.*)<$/, '⟨$1⟩'),
    )
    // An adjective that its language puts behind the noun.
    .replace(/(\S+) ⟨([a-z ]+)⟩/g, '$2 $1')
    .replace(/[⟨⟩]|\s+(?=[\s?.!]|$)/g, '')
    .replace(UNCOUNTED, 'how much ')
    .trim()
  return text === question.trim() ? null : { text, note: `I read this in English, as “${text}”.` }
}

/** Words and phrases of other languages without accents and capitals, with their English. */
const meanings = new Map(
  dictionaries.flatMap(({ words }) =>
    [...words].flatMap(([word, english]): [string, string][] =>
      english && !BOTH.test(word) ? [[word, english.replace('<', '')]] : [],
    ),
  ),
)

/** What a word of another language means in English, however its accents are written; undefined for words that no dictionary has. */
export const inEnglish = (word: string): string | undefined => meanings.get(word)

/** Letters of the shortest word that others end with: "Einzelpreis" is a price. */
const LEAST_END = 5

/** What a word of a name means: of one that is written together with others, its end. English words mean what they say. */
function meaningOf(word: string): string | undefined {
  if (isWord(word)) return undefined
  for (let at = 0; at <= word.length - LEAST_END; at++) {
    const found = meanings.get(word.slice(at))
    if (found && (at === 0 || at > 2)) return found
  }
  return meanings.get(word)
}

/** The stemmed words of a name of another language in English ("Anzahl_Kunden": number, customer); null where most of it is no word of one. */
export function englishName(name: string): string[] | null {
  const words = folded(inWords(name)).match(/\p{L}+/gu) ?? []
  const found = words.map(meaningOf)
  if (found.filter(Boolean).length * 2 <= words.length - 1) return null
  return found.some(Boolean)
    ? found.flatMap((meaning, at) => (meaning ?? words[at]!).split(' ').map(stem)).filter((word) => !LINKING.has(word))
    : null
}
/** Words of English that only link others. */
const LINKING = new Set(['a', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'per', 'the', 'to', 'with'])

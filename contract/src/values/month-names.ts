import { foldText } from './text.ts'
import { months } from './typed-dates.ts'

/**
 * The names of the months in the Unicode CLDR for Arabic, Dutch, French, German, Hindi, Indonesian, Italian, Polish, Portuguese,
 * Russian, Spanish and Turkish, also as after a day. A list, because browsers and servers have different versions of it.
 */
const foreign = [
  'januar januari janvier enero gennaio janeiro styczeń stycznia январь января ocak يناير जनवरी',
  'februar februari février febrero febbraio fevereiro luty lutego февраль февраля şubat فبراير फ़रवरी',
  'märz maart mrt mars maret marzo março marzec marca март марта mart مارس मार्च',
  'april avril abril aprile kwiecień kwietnia апрель апреля nisan أبريل अप्रैल',
  'mai mei mayo maggio maio maj maja май мая mayıs مايو मई',
  'juni juin junio giugno junho czerwiec czerwca июнь июня haziran يونيو जून',
  'juli juillet julio luglio julho lipiec lipca июль июля temmuz يوليو जुलाई',
  'august augustus août agosto agustus sierpień sierpnia август августа ağustos أغسطس अगस्त',
  'september septembre septiembre settembre setembro wrzesień września сентябрь сентября eylül سبتمبر सितंबर',
  'oktober octobre octubre ottobre outubro październik października октябрь октября ekim أكتوبر अक्टूबर',
  'november novembre noviembre novembro listopad listopada ноябрь ноября kasım نوفمبر नवंबर',
  'dezember december décembre diciembre dicembre dezembro desember grudzień grudnia декабрь декабря aralık ديسمبر दिसंबर',
].map((names) => names.split(' ').map(foldText))

/** The English name of a month by its name in another language or the first letters of it, if they are of one month. */
export function findMonth(name: string): string | undefined {
  const folded = foldText(name)
  const exact = foreign.findIndex((names) => names.includes(folded))
  if (exact >= 0) return months[exact]
  const begun = months.filter((_, month) => foreign[month]?.some((each) => each.startsWith(folded)))
  return begun.length === 1 ? begun[0] : undefined
}

type Words = readonly [string, ...string[]]
export type NamePool = { share: number; given: Words; family: Words }

function words(text: string): Words {
  const [first = '', ...others] = text.split(', ')
  return [first, ...others]
}

const pools = [
  {
    share: 16,
    given:
      'Amelia, Benjamin, Charlotte, Daniel, Eleanor, Frederick, Grace, Harriet, Isaac, Jessica, Katherine, Leo, Matilda, Nathaniel, Olivia, Phoebe, Rupert, Sophie, Theodore, Victoria, William, Rosalind, Edmund, Imogen',
    family:
      'Ashworth, Barnes, Bennett, Blackwood, Carter, Clarke, Davies, Ellison, Fairfax, Fletcher, Goodwin, Hargreaves, Hughes, Jennings, Kingsley, Lockhart, Marsh, Norris, Osborne, Parker, Pemberton, Reynolds, Shaw, Thornton, Underwood, Whitaker, Wright, Smith, Taylor, Walker',
  },
  {
    share: 9,
    given:
      'Aoife, Siân, Tomás, Caoimhe, Ruairí, Gwenllian, Iolo, Niamh, Eilidh, Pádraig, Saoirse, Rhys, Fionnuala, Cillian, Angharad',
    family:
      'Ní Dhomhnaill, Ó Súilleabháin, Llewellyn, Mac Giolla Phádraig, O’Connor, O’Brien, MacLeod, McAllister, Ap Gwilym, Ó Murchú, Bevan, Pritchard, Fitzgerald, O’Shaughnessy, Campbell',
  },
  {
    share: 14,
    given:
      'Anneliese, Björn, Cäcilie, Dietrich, Elfriede, Florian, Günther, Hannelore, Jürgen, Käthe, Lieselotte, Matthias, Rüdiger, Sabine, Ulrike, Wolfgang, Jörg, Mareike, Thorsten, Anja',
    family:
      'Müller-Großmann, Schäfer, Weiß, Krüger, Böhm, Vogel, Schröder, von der Heyde, Zimmermann, Bäcker, Hoffmann, Lindemann, Jäger, Kühn, Neumann, Schmidt, Wagner, Köhler, Baumgärtner, Freiherr von Stetten',
  },
  {
    share: 10,
    given:
      'Zoë, Ida, Sören, Åsa, Håkon, Ingrid, Kåre, Linnéa, Märta, Øystein, Frøya, Gustav, Sigríður, Jón, Guðrún, Aino, Väinö, Päivi',
    family:
      'Brännström-Achterberg, Ødegård, Þórðarson, Sjöberg, Lindqvist, Åkerlund, Bjørnstad, Nørgaard, Holmström, Hämäläinen, Mäkelä, Virtanen, Jónsdóttir, Guðmundsson, Søndergaard, Kjær, Dahl, Nyström',
  },
  {
    share: 12,
    given:
      'Chloé, Renée, José María, Sebastião, Inês, Óscar, Núria, Mathéo, Amélie, Giulia, Niccolò, João, Maëlle, Íñigo, Begoña, Léonie, Raphaël, Beatriz, Ximena, Joaquín',
    family:
      'Lefèvre, Dubois, Íñiguez Peña, Gonçalves de Araújo, Muñoz, García Márquez, Fernández-Ordóñez, Esposito, De Luca, D’Angelo, Ferrão, Bérenger, Saint-Exupéry, Rodríguez, Martínez, Núñez, Château, Beaulieu, Ferrari, Vasconcelos',
  },
  {
    share: 11,
    given:
      'Łukasz, Jiří, Małgorzata, Zsófia, Čeněk, Žofie, Grzegorz, Ágnes, Dragoș, Ștefania, Marija, Đorđe, Ljubica, Branimir, Katarzyna, Ondřej',
    family:
      'Wiśniewski, Dvořák, Kowalczyk, Szabó, Nagy, Černý, Šimůnek, Krzyżanowska, Ionescu, Popović, Đukić, Horváth, Błaszczyk, Novák, Kováčová, Wójcik',
  },
  {
    share: 9,
    given:
      'Priya, Arjun, Fatima, Omar, Leyla, Yusuf, Ananya, Kwame, Ngozi, Chidi, Amara, Tariq, Zeynep, Devika, Sanjay, Thandiwe, Folasade, Abdulrahman',
    family:
      'Raghunathan, El-Amrani, Asante-Boateng, Okonkwo, Özdemir, Al-Khalil, Krishnamurthy, Chakraborty, Nkemelu, Hussein, Yıldırım, Mukherjee, Dlamini, Adeyemi, Venkataraman, bin Rashid',
  },
  {
    share: 8,
    given:
      'Hye-jin, Min-jun, Nguyễn Anh, Thảo, Đức, Mei, Jia, Wei, Haruto, Sakura, Kenji, Ploy, Bao, Xiu, Siew Ling, Joon-ho',
    family: 'Kwon, Park, Trần, Phạm, Li, Chen, Wang, Tanaka, Watanabe, Suzuki, Bui, Zhang, Ng, Choi, Đặng, Wu',
  },
  {
    share: 5,
    given: 'Ольга, Дмитрий, Екатерина, Артём, Наталья, Сергей, Юлия, Фёдор, Ирина, Михаил',
    family: 'Шевченко, Коваленко, Бондаренко, Ткачук, Седых, Жук, Щерба, Ёлкиных',
  },
  { share: 3, given: '花子, 太郎, 美咲, 翔太, 陽菜, 健一', family: '山田, 佐藤, 鈴木, 高橋, 渡辺, 小林' },
  { share: 2, given: 'Γιώργος, Ελένη, Δημήτρης, Σοφία', family: 'Παπαδόπουλος, Νικολάου, Οικονόμου' },
  { share: 1, given: 'محمد, فاطمة', family: 'الخطيب, المنصوري' },
]

/** Given and family names that occur together, and the percentage of users from each pool. */
export const namePools: readonly NamePool[] = pools.map(({ share, given, family }) => ({
  share,
  given: words(given),
  family: words(family),
}))

/** Difficult names that every demo has. */
export const notableNames: readonly (readonly [given: string, family: string])[] = [
  ['Zoë', 'Brännström-Achterberg'],
  ['Aoife', 'Ní Dhomhnaill'],
  ['Łukasz', 'Wiśniewski'],
  ['Maximiliana Eugenia', 'von Habsburg-Lothringen de la Cruz'],
  ['Björn', 'Þórðarson'],
  ['Ольга', 'Соколова'],
  ['花子', '山田'],
  ['Siân', 'Llanfairpwllgwyngyllgogerychwyrndrobwllwyn'],
  ['Hubert Blaine', 'Featherstonehaugh-Cholmondeley-Majoribanks'],
  ['Teller', ''],
  ['', 'Mononymous'],
  ['', ''],
  ['X Æ', "D'Arcy-O'Neill"],
  ['Jean-Luc', 'Null'],
  ['Li', 'Ng'],
]

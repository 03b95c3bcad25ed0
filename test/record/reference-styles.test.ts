/** References as text: the examples of the manuals of the styles, and what no item may break. */

import { expect } from 'chai'
import fc from 'fast-check'
import type { CslItem } from '../../src/record/citation/csl.ts'
import {
  referenceRuns,
  styles,
  writeReference,
  type StyleName,
} from '../../src/record/citation/reference-styles.ts'
import { runs } from '../support/effort.ts'

/** `Ada B. Lovelace; CERN`: the last word of a name is the family name; `=` stands before one that has none. */
const names = (text: string): { family?: string; given?: string; literal?: string }[] =>
  text.split('; ').map((name) => {
    const [, given = '', family = ''] = /^(.+) (\S+)$/.exec(name) ?? []
    return name.startsWith('=') ? { literal: name.slice(1) } : { given, family: family.replaceAll('_', ' ') }
  })
const item = (type: string, year: number | readonly number[], fields: Record<string, unknown>): CslItem =>
  ({ id: 'x', type, issued: { 'date-parts': [[year].flat()] }, ...fields }) as unknown as CslItem

const subx =
  'Kathy Pegion; Ben P. Kirtman; Emily Becker; Dan C. Collins; Emerson LaJoie; Robert Burgman; Ray Bell; ' +
  'Timothy DelSole; Dughong Min; Yuejian Zhu; Wei Li; Eric Sinsky; Hong Guan; Jon Gottschalck; E. Joseph Metzger; ' +
  'Neil P. Barton; Deepthi Achuthavarier; Jelena Marshak; Randal Koster; Hai Lin; Hyemi Kim'

const examples: readonly [style: StyleName, testTitle: string, item: CslItem, expected: string][] = [
  [
    'apa',
    'an article',
    item('article-journal', 2019, {
      title:
        'Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in ' +
        'the United States',
      author: names('Jessica S. Grady; Mai Her; Geena Moreno; Cristina Perez; Jillian Yelinek'),
      'container-title': 'Psychology of Popular Media Culture',
      volume: '8',
      issue: '3',
      page: '207-217',
      DOI: '10.1037/ppm0000185',
    }),
    'Grady, J. S., Her, M., Moreno, G., Perez, C., & Yelinek, J. (2019). Emotions in storybooks: A comparison of ' +
      'storybooks that represent ethnic and racial groups in the United States. Psychology of Popular Media ' +
      'Culture, 8(3), 207–217. https://doi.org/10.1037/ppm0000185',
  ],
  [
    'apa',
    'an article of 21 authors',
    item('article-journal', 2019, {
      title: 'The subseasonal experiment (SubX): A multimodel subseasonal prediction experiment',
      author: names(subx),
      'container-title': 'Bulletin of the American Meteorological Society',
      volume: '100',
      issue: '10',
      page: '2043-2061',
      DOI: '10.1175/BAMS-D-18-0270.1',
    }),
    'Pegion, K., Kirtman, B. P., Becker, E., Collins, D. C., LaJoie, E., Burgman, R., Bell, R., DelSole, T., ' +
      'Min, D., Zhu, Y., Li, W., Sinsky, E., Guan, H., Gottschalck, J., Metzger, E. J., Barton, N. P., ' +
      'Achuthavarier, D., Marshak, J., Koster, R., . . . Kim, H. (2019). The subseasonal experiment (SubX): A ' +
      'multimodel subseasonal prediction experiment. Bulletin of the American Meteorological Society, 100(10), ' +
      '2043–2061. https://doi.org/10.1175/BAMS-D-18-0270.1',
  ],
  [
    'apa',
    'a book',
    item('book', 2019, {
      title: 'The psychology of prejudice: From attitudes to social action',
      author: names('Lynne M. Jackson'),
      edition: '2',
      publisher: 'American Psychological Association',
      DOI: '10.1037/0000168-000',
    }),
    'Jackson, L. M. (2019). The psychology of prejudice: From attitudes to social action (2nd ed.). American ' +
      'Psychological Association. https://doi.org/10.1037/0000168-000',
  ],
  [
    'apa',
    'a book of editors',
    item('book', 2010, {
      title: 'Early childhood education: Values and practices in Denmark',
      editor: names('Erik Hygum; Peter M. Pedersen'),
      publisher: 'Hans Reitzels Forlag',
      URL: 'https://earlychildhoodeducation.digi.hansreitzel.dk/',
    }),
    'Hygum, E., & Pedersen, P. M. (Eds.). (2010). Early childhood education: Values and practices in Denmark. ' +
      'Hans Reitzels Forlag. https://earlychildhoodeducation.digi.hansreitzel.dk/',
  ],
  [
    'apa',
    'a chapter',
    item('chapter', 2019, {
      title: 'Culinary arts: Talent and their development',
      author: names('Lauren Aron; Marion Botella; Todd Lubart'),
      editor: names('Rena F. Subotnik; Paula Olszewski-Kubilius; Frank C. Worrell'),
      'container-title':
        'The psychology of high performance: Developing human potential into domain-specific talent',
      page: '345-359',
      publisher: 'American Psychological Association',
      DOI: '10.1037/0000120-016',
    }),
    'Aron, L., Botella, M., & Lubart, T. (2019). Culinary arts: Talent and their development. In R. F. Subotnik, ' +
      'P. Olszewski-Kubilius, & F. C. Worrell (Eds.), The psychology of high performance: Developing human ' +
      'potential into domain-specific talent (pp. 345–359). American Psychological Association. ' +
      'https://doi.org/10.1037/0000120-016',
  ],
  [
    'apa',
    'software',
    item('software', 2014, {
      title: 'Comprehensive meta-analysis',
      author: names('Michael Borenstein; Larry Hedges; Julian Higgins; Hannah Rothstein'),
      version: '3.3.070',
      publisher: 'Biostat',
      URL: 'https://www.meta-analysis.com/',
    }),
    'Borenstein, M., Hedges, L., Higgins, J., & Rothstein, H. (2014). Comprehensive meta-analysis (Version ' +
      '3.3.070) [Computer software]. Biostat. https://www.meta-analysis.com/',
  ],
  [
    'ieee',
    'an article',
    item('article-journal', [2011, 10], {
      title:
        'Induction of electric field in human bodies moving near MRI: An efficient BEM computational procedure',
      author: names('Mario M. Chiampi; Luca L. Zilberti'),
      'container-title': 'IEEE Trans. Biomed. Eng.',
      volume: '58',
      issue: '10',
      page: '2787-2793',
      DOI: '10.1109/TBME.2011.2158315',
    }),
    'M. M. Chiampi and L. L. Zilberti, “Induction of electric field in human bodies moving near MRI: An ' +
      'efficient BEM computational procedure,” IEEE Trans. Biomed. Eng., vol. 58, no. 10, pp. 2787–2793, Oct. ' +
      '2011, doi: 10.1109/TBME.2011.2158315.',
  ],
  [
    'ieee',
    'a paper of a conference',
    item('paper-conference', 2006, {
      title: 'The EURON roboethics roadmap',
      author: names('Gianmarco Veruggio'),
      'container-title': 'Proc. Humanoids ’06: 6th IEEE-RAS Int. Conf. Humanoid Robots',
      page: '612-617',
      DOI: '10.1109/ICHR.2006.321337',
    }),
    'G. Veruggio, “The EURON roboethics roadmap,” in Proc. Humanoids ’06: 6th IEEE-RAS Int. Conf. Humanoid ' +
      'Robots, 2006, pp. 612–617, doi: 10.1109/ICHR.2006.321337.',
  ],
  [
    'ieee',
    'a book',
    item('book', 1986, {
      title: 'Robot Vision',
      author: names('Berthold Klaus; Paul Horn'),
      publisher: 'MIT Press',
    }),
    'B. Klaus and P. Horn, Robot Vision. MIT Press, 1986.',
  ],
  [
    'chicago',
    'an article',
    item('article-journal', 2023, {
      title: 'Temporal Variation in Selection Influences Microgeographic Local Adaptation',
      author: names('Emily L. Dittmar; Douglas W. Schemske'),
      'container-title': 'American Naturalist',
      volume: '202',
      issue: '4',
      page: '471-485',
      DOI: '10.1086/725865',
    }),
    'Dittmar, Emily L., and Douglas W. Schemske. 2023. “Temporal Variation in Selection Influences ' +
      'Microgeographic Local Adaptation.” American Naturalist 202 (4): 471–85. https://doi.org/10.1086/725865.',
  ],
  [
    'chicago',
    'a book',
    item('book', 2022, {
      title:
        'The Channels of Student Activism: How the Left and Right Are Winning (and Losing) in Campus Politics Today',
      author: names('Amy J. Binder; Jeffrey L. Kidder'),
      publisher: 'University of Chicago Press',
    }),
    'Binder, Amy J., and Jeffrey L. Kidder. 2022. The Channels of Student Activism: How the Left and Right Are ' +
      'Winning (and Losing) in Campus Politics Today. University of Chicago Press.',
  ],
  [
    'chicago',
    'a chapter',
    item('chapter', 2023, {
      title: 'The Queen Mary Psalter',
      author: names('Kathleen Doyle'),
      editor: names('P. J. M. Marks; Stephen Parkin'),
      'container-title': 'The Book by Design: The Remarkable Story of the World’s Greatest Invention',
      publisher: 'University of Chicago Press',
    }),
    'Doyle, Kathleen. 2023. “The Queen Mary Psalter.” In The Book by Design: The Remarkable Story of the ' +
      'World’s Greatest Invention, edited by P. J. M. Marks and Stephen Parkin. University of Chicago Press.',
  ],
]

/** Differences from one article: what is said, and how a style writes that part. */
const article = item('article-journal', 2020, {
  title: 'A Title',
  author: names('Ada Lovelace'),
  'container-title': 'Nature',
  volume: '5',
})
const parts: readonly [
  style: StyleName,
  testTitle: string,
  fields: Record<string, unknown>,
  expected: string,
][] = [
  ['apa', 'initials with hyphens', { author: names('Jean-Paul Sartre') }, 'Sartre, J.-P. (2020).'],
  ['apa', 'initials without blanks', { author: names('J.R.R. Tolkien') }, 'Tolkien, J. R. R. (2020).'],
  ['apa', 'a name in another script whole', { author: names('小明 王') }, '王, 小明. (2020).'],
  [
    'apa',
    'an organisation',
    { author: names('=World Health Organization') },
    'World Health Organization. (2020).',
  ],
  ['apa', 'a title that asks', { title: 'Who knows?' }, '(2020). Who knows? Nature'],
  ['apa', 'the title first where nobody made it', { author: undefined }, 'A Title. (2020). Nature, 5.'],
  ['apa', 'no date', { issued: undefined }, 'Lovelace, A. (n.d.).'],
  ['apa', 'a date in words', { issued: { literal: 'spring' } }, '(spring).'],
  ['apa', 'the number of an article', { page: 'e4375' }, 'Nature, 5, Article e4375.'],
  ['apa', 'pages with hyphens', { page: 'S-12–S-19', 'page-first': 'S-12' }, 'Nature, 5, S-12–S-19.'],
  ['apa', 'a title with a full stop', { title: 'A title.' }, 'A title. Nature'],
  ['ieee', 'a title that asks', { title: 'Who knows?' }, 'A. Lovelace, “Who knows?” Nature, vol. 5, 2020.'],
  ['ieee', 'six authors', { author: names('A B; C D; E F; G H; I J; K L') }, 'G. H, I. J, and K. L, “A'],
  [
    'ieee',
    'the first of seven',
    { author: names('A B; C D; E F; G H; I J; K L; M N') },
    'A. B et al., “A Title,”',
  ],
  ['ieee', 'an address', { URL: 'https://x.example/1' }, '2020. [Online]. Available: https://x.example/1'],
  [
    'chicago',
    'three of seven',
    { author: names('A B; C D; E F; G H; I J; K L; M N') },
    'B, A, C D, E F, et al. 2020. “A',
  ],
  ['chicago', 'two organisations', { author: names('=LIGO; =Virgo') }, 'LIGO and Virgo. 2020.'],
  ['chicago', 'no first edition', { edition: '1' }, '“A Title.” Nature 5.'],
  [
    'chicago',
    'the edition of the book of a chapter',
    { type: 'chapter', edition: '3', volume: undefined },
    'In Nature, 3rd ed.',
  ],
  ['chicago', 'quotations in a title', { title: 'On “truth”' }, '“On ‘truth’.” Nature 5.'],
  ...(
    [
      ['71-72', '71–72'],
      ['96-117', '96–117'],
      ['100-104', '100–104'],
      ['101-108', '101–8'],
      ['808-833', '808–33'],
      ['321-328', '321–28'],
      ['498-532', '498–532'],
      ['1087-1089', '1087–89'],
      ['1496-1500', '1496–500'],
      ['11564-11615', '11564–615'],
      ['12991-13001', '12991–3001'],
    ] as const
  ).map(
    ([page, expected]) =>
      ['chicago', `pages ${page}`, { page }, `Nature 5: ${expected}.`] as [
        StyleName,
        string,
        Record<string, unknown>,
        string,
      ],
  ),
]

describe('references', () => {
  for (const [style, testTitle, of, expected] of examples)
    it(`have ${testTitle} as the manual of ${styles[style].label} does`, () => {
      expect(writeReference(of, style)).to.equal(expected)
    })

  for (const [style, testTitle, fields, expected] of parts)
    it(`of ${styles[style].label} have ${testTitle}`, () => {
      expect(writeReference({ ...article, ...fields } as CslItem, style)).to.include(expected)
    })

  it('set the titles of journals and books in italics', () => {
    const italics = (of: CslItem, style: StyleName): string[] =>
      referenceRuns(of, style).flatMap(({ text, isItalic }) => (isItalic ? [text] : []))
    expect(italics(article, 'apa')).to.deep.equal(['Nature', '5'])
    expect(italics(article, 'ieee')).to.deep.equal(['Nature'])
    expect(italics({ ...article, type: 'book' } as CslItem, 'chicago')).to.deep.equal(['A Title'])
  })

  it('are one line of what the item says, whatever it says', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    const texts = [
      'title',
      'container-title',
      'volume',
      'issue',
      'page',
      'publisher',
      'edition',
      'version',
      'DOI',
    ]
    const name = fc.oneof(fc.record({ family: text, given: text }), fc.record({ literal: text }))
    const anyItem = fc.record(
      {
        type: fc.constantFrom(
          'article-journal',
          'chapter',
          'book',
          'thesis',
          'dataset',
          'document',
          'report',
        ),
        issued: fc.oneof(fc.constant({ 'date-parts': [[2020, 5]] }), fc.record({ literal: text })),
        author: fc.array(name, { maxLength: 30 }),
        editor: fc.array(name, { maxLength: 8 }),
        ...Object.fromEntries(texts.map((key) => [key, text])),
      },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(anyItem, fc.constantFrom(...(Object.keys(styles) as StyleName[])), (of, style) => {
        const written = writeReference({ id: 'x', ...of } as unknown as CslItem, style)
        expect(written).to.equal(written.trim())
        expect(written).not.to.match(/[\p{Cc}]| {2}|undefined/u)
        const title = String((of as Record<string, unknown>).title ?? '')
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim()
        expect(written.replace(/[“”‘’]/g, '')).to.include(title.replace(/[“”‘’]/g, '').replace(/\.$/, ''))
      }),
      { numRuns: runs(500) },
    )
  })
})

/** References as text: the examples of the manual of the APA, and what no item may break. */

import { expect } from 'chai'
import fc from 'fast-check'
import type { CslItem } from '../../src/record/citation/csl.ts'
import { referenceRuns, writeReferences } from '../../src/record/citation/references.ts'
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

const examples: readonly [item: CslItem, expected: string][] = [
  [
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
]

/** Differences from one article: what is said, and how a style writes that part. */
const article = item('article-journal', 2020, {
  title: 'A Title',
  author: names('Ada Lovelace'),
  'container-title': 'Nature',
  volume: '5',
})
const parts: readonly [fields: Record<string, unknown>, expected: string][] = [
  [{ author: names('Jean-Paul Sartre') }, 'Sartre, J.-P. (2020).'],
  [{ author: names('J.R.R. Tolkien') }, 'Tolkien, J. R. R. (2020).'],
  [{ author: names('小明 王') }, '王, 小明. (2020).'],
  [{ author: names('=World Health Organization') }, 'World Health Organization. (2020).'],
  [{ title: 'Who knows?' }, '(2020). Who knows? Nature'],
  [{ author: undefined }, 'A Title. (2020). Nature, 5.'],
  [{ issued: undefined }, 'Lovelace, A. (n.d.).'],
  [{ issued: { literal: 'spring' } }, '(spring).'],
  [{ page: 'e4375' }, 'Nature, 5, Article e4375.'],
  [{ page: 'S-12–S-19', 'page-first': 'S-12' }, 'Nature, 5, S-12–S-19.'],
  [{ title: 'A title.' }, 'A title. Nature'],
]

describe('references', () => {
  for (const [of, expected] of examples)
    it(`are as in the manual of the APA: ${expected}`, () => {
      expect(writeReferences([of])).to.equal(`${expected}\n`)
    })

  for (const [fields, expected] of parts)
    it(`have ${expected} of ${JSON.stringify(fields).slice(0, 80)}`, () => {
      expect(writeReferences([{ ...article, ...fields } as CslItem])).to.include(expected)
    })

  it('set the titles of journals and books in italics', () => {
    const italics = (of: CslItem): string[] =>
      referenceRuns(of).flatMap(({ text, isItalic }) => (isItalic ? [text] : []))
    expect(italics(article)).to.deep.equal(['Nature', '5'])
    expect(italics({ ...article, type: 'book' } as CslItem)).to.deep.equal(['A Title'])
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
      fc.property(anyItem, (of) => {
        const written = writeReferences([{ id: 'x', ...of } as unknown as CslItem]).replace(/\n$/, '')
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

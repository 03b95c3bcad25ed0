// Mark-up of titles and abstracts becomes plain text.

import { expect } from 'chai'
import { plainLine } from '../../src/model/conversion/markup-to-text.ts'
import { readBy } from './reading.ts'

const textOf = (abstract: string): string =>
  readBy('crossref', { DOI: '10.5555/1', type: 'journal-article', member: '1', abstract }).record['abstracts']
    ?.none?.[0]

/** Title, mark-up, text. */
const rows: [title: string, markup: string, text: string][] = [
  ['inline elements leave nothing', 'C<jats:sub>17</jats:sub>H<i>x</i> <b>b</b>', 'C17Hx b'],
  [
    'so does emphasis of any kind',
    'CDC’s <emph type="ital">Guidelines, 2010</emph>: x',
    'CDC’s Guidelines, 2010: x',
  ],
  ['elements have any prefix', '<ns4:p>One.</ns4:p><ns4:p><ns4:italic>Two</ns4:italic></ns4:p>', 'One.\nTwo'],
  [
    'escapes of line breaks are blanks',
    'A&#13;\\nbody of \\n literature \\nin use',
    'A body of literature in use',
  ],
  ['commands of TeX are none', 'of \\nu and \\nabla_x, C:\\new', 'of \\nu and \\nabla_x, C:\\new'],
  ['paragraphs stand on lines', '<jats:p>One.</jats:p><jats:p>Two.</jats:p>', 'One.\nTwo.'],
  [
    'a heading that is only Abstract goes',
    '<jats:title>Abstract</jats:title><jats:p>Text.</jats:p>',
    'Text.',
  ],
  [
    'other headings stay',
    '<jats:sec><jats:title>Methods</jats:title><jats:p>We.</jats:p></jats:sec>',
    'Methods\nWe.',
  ],
  ['line breaks of the mark-up mean nothing', '<p>a\n  <i>b</i>\n c</p>', 'a b c'],
  ['empty lines of plain text part paragraphs', 'One\nline.\n\nTwo.', 'One line.\nTwo.'],
  ['references are resolved', 'a &amp; b &#x3b1; &#945; &eacute;', 'a & b α α é'],
  ['what is escaped twice is resolved twice', '&amp;lt;p&amp;gt;One&amp;lt;/p&amp;gt;', 'One'],
  ['comparisons survive', 'p < 0.05 and q > 3, a<b', 'p < 0.05 and q > 3, a<b'],
  ['unknown elements are text', 'a <MASK> b', 'a <MASK> b'],
  ['references of any name are resolved', '&Scaron;koda &gt; &zcaron;, &longrightarrow;', 'Škoda > ž, ⟶'],
  ['unknown references stay', 'AT&T; &nothing;', 'AT&T; &nothing;'],
  ['references to no character stay', '&#0; &#xD800; &#9999999;', '&#0; &#xD800; &#9999999;'],
  [
    'a formula in two notations is there once',
    '<jats:inline-formula><jats:tex-math>$x$</jats:tex-math>' +
      '<mml:math><mml:mi>x</mml:mi></mml:math></jats:inline-formula>',
    'x',
  ],
  ['cells have a blank between', '<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ['comments go', 'a<!-- b -->c', 'ac'],
]

describe('a text of a source', () => {
  for (const [title, markup, text] of rows)
    it(`is plain: ${title}`, () => expect(textOf(markup)).to.equal(text))
})

describe('a title of a source', () => {
  it('has the letters below and above the line that Unicode has', () => {
    expect(plainLine('The H<sub>2</sub>O<jats:sup>+</jats:sup> ion')).to.equal('The H₂O⁺ ion')
    expect(plainLine('CO&lt;sub&gt;2&lt;/sub&gt; at x<sup>T</sup>')).to.equal('CO₂ at xT')
  })
})

describe('the named characters', () => {
  it('are one character each', () => {
    const names = [
      'amp',
      'nbsp',
      'mdash',
      'alpha',
      'Omega',
      'AElig',
      'rarr',
      'shy',
      'sup3',
      'oelig',
      'zwj',
      'uuml',
    ]
    expect(names.map((name) => textOf(`a&${name};b`).length)).to.deep.equal(names.map(() => 3))
  })
})

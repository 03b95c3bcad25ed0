// Mark-up of titles and abstracts becomes plain text.

import { expect } from 'chai'
import { plainLine } from '../../src/model/conversion/markup-to-text.ts'
import { readBy } from './reading.ts'

const textOf = (abstract: string): string =>
  readBy('crossref', { DOI: '10.5555/1', type: 'journal-article', member: '1', abstract }).record['abstracts']
    ?.none?.[0]

/** Mark-up, text. */
const rows: [markup: string, text: string][] = [
  ['C<jats:sub>17</jats:sub>H<i>x</i> <b>b</b>', 'C17Hx b'],
  ['CDC’s <emph type="ital">Guidelines, 2010</emph>: x', 'CDC’s Guidelines, 2010: x'],
  ['<ns4:p>One.</ns4:p><ns4:p><ns4:italic>Two</ns4:italic></ns4:p>', 'One.\nTwo'],
  ['A&#13;\\nbody of \\n literature \\nin use', 'A body of literature in use'],
  ['of \\nu and \\nabla_x, C:\\new', 'of \\nu and \\nabla_x, C:\\new'],
  ['<jats:p>One.</jats:p><jats:p>Two.</jats:p>', 'One.\nTwo.'],
  ['<jats:title>Abstract</jats:title><jats:p>Text.</jats:p>', 'Text.'],
  ['<jats:sec><jats:title>Methods</jats:title><jats:p>We.</jats:p></jats:sec>', 'Methods\nWe.'],
  ['<p>a\n  <i>b</i>\n c</p>', 'a b c'],
  ['One\nline.\n\nTwo.', 'One line.\nTwo.'],
  ['a &amp; b &#x3b1; &#945; &eacute;', 'a & b α α é'],
  ['&amp;lt;p&amp;gt;One&amp;lt;/p&amp;gt;', 'One'],
  ['p < 0.05 and q > 3, a<b', 'p < 0.05 and q > 3, a<b'],
  ['a <MASK> b', 'a <MASK> b'],
  ['&Scaron;koda &gt; &zcaron;, &longrightarrow;', 'Škoda > ž, ⟶'],
  ['AT&T; &nothing;', 'AT&T; &nothing;'],
  ['&#0; &#xD800; &#9999999;', '&#0; &#xD800; &#9999999;'],
  [
    '<jats:inline-formula><jats:tex-math>$x$</jats:tex-math>' +
      '<mml:math><mml:mi>x</mml:mi></mml:math></jats:inline-formula>',
    'x',
  ],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ['a<!-- b -->c', 'ac'],
]

describe('a text of a source', () => {
  for (const [markup, text] of rows) it(`is plain: ${text}`, () => expect(textOf(markup)).to.equal(text))
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

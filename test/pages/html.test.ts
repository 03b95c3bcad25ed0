/** HTML is written from values, which stay text whatever they hold. */

import { expect } from 'chai'
import { data, h, renderText, writeDocument } from '../../src/doors/shared/html.ts'

describe('an element', () => {
  it('has its texts and attributes escaped, and what is written already as it is', () => {
    const inner = h('i', null, '<&"', 0, null, false, true, undefined, ['x', [h('br', null)]])
    expect(renderText(h('p', { title: '<&">' }, 'a <script>', inner))).to.equal(
      '<p title="&lt;&amp;&quot;>">a &lt;script><i>&lt;&amp;&quot;0x<br/></i></p>',
    )
  })

  it('has attributes that are there or not, and those that say in words whether something is so', () => {
    const attributes = {
      required: true,
      hidden: false,
      lang: undefined,
      value: '',
      'aria-hidden': false,
      rows: 0,
    }
    expect(renderText(h('input', attributes))).to.equal(
      '<input required value aria-hidden="false" rows="0"/>',
    )
    expect(renderText(h('textarea', { spellcheck: false }))).to.equal(
      '<textarea spellcheck="false"></textarea>',
    )
  })

  it('holds data in which no element can end', () => {
    const page = writeDocument('en', data('application/json', '{"a":"</script>&"}'), h('body', null))
    expect(page).to.match(/^<!doctype html>\n<html lang="en"><head><meta charset="utf-8"\/>/)
    expect(page).to.contain('>{"a":"\\u003c/script\\u003e\\u0026"}</script></head><body></body></html>\n')
  })
})

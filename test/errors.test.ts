/** The table of problems, and their one shape. */

import { expect } from 'chai'
import { STATUS_CODES } from 'node:http'
import { asProblem, describeProblem, Problem, problems, type ProblemCode } from '../src/config/errors.ts'

const URL_ = 'https://skeg.example/x?filter=a:b'
const DOCS = 'https://skeg.example/docs/errors'

describe('problems', () => {
  for (const code of Object.keys(problems) as ProblemCode[]) {
    it(`${code} has all members, as strings`, () => {
      const document = describeProblem(new Problem(code, 'Because.'), URL_, DOCS)
      expect(document).to.include.all.keys('type', 'title', 'status', 'detail', 'instance')
      for (const value of Object.values(document)) expect(value).to.be.a('string').and.not.equal('')
      expect(STATUS_CODES).to.have.property(document.status as string)
      const isShown = problems[code].status < 500 || code === 'busy'
      expect(document.detail).to.equal(isShown ? 'Because.' : problems[code].help)
    })
  }

  it('have their own types but for the one that SKG-IF defines', () => {
    const type = (code: ProblemCode): unknown => describeProblem(new Problem(code, ''), URL_, DOCS).type
    expect(type('invalid-filter')).to.equal('https://skg-if.github.io/api/errors#INVALID_FILTER')
    expect(type('not-found')).to.equal(`${DOCS}#not-found`)
  })

  it('are made of anything that is thrown, which then stays inside', () => {
    const secret = new Error('secret')
    for (const thrown of [secret, 'secret', undefined, null]) {
      const problem = asProblem(thrown)
      expect(problem.status).to.equal(500)
      expect(problem.cause).to.equal(thrown)
      expect(JSON.stringify(describeProblem(problem, URL_, DOCS))).not.to.include('secret')
    }
  })

  it('stay what they are', () => {
    const problem = new Problem('not-found', 'Because.')
    expect(asProblem(problem)).to.equal(problem)
  })
})

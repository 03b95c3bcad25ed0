// Records of ORCID as XML, of schema 3.0: the same as in JSON, and what is wrong with others.

import { expect } from 'chai'
import { checkFiles } from '../load/checking.ts'
import { load } from '../load/files.ts'

const XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<record:record xmlns:record="http://www.orcid.org/ns/record" xmlns:common="http://www.orcid.org/ns/common"
  xmlns:person="http://www.orcid.org/ns/person" xmlns:personal-details="http://www.orcid.org/ns/personal-details"
  xmlns:activities="http://www.orcid.org/ns/activities" xmlns:employment="http://www.orcid.org/ns/employment"
  path="/0000-0002-1825-0097">
  <common:orcid-identifier><common:path>0000-0002-1825-0097</common:path></common:orcid-identifier>
  <person:person path="/0000-0002-1825-0097/person"><person:name visibility="public">
    <personal-details:given-names>Josiah</personal-details:given-names>
    <personal-details:family-name><![CDATA[Carberry]]> &amp; Co</personal-details:family-name>
  </person:name></person:person>
  <activities:activities-summary><activities:employments><activities:affiliation-group>
    <employment:employment-summary put-code="1">
      <common:start-date><common:year>2021</common:year><common:month>11</common:month></common:start-date>
      <common:organization><common:name>Brown University</common:name>
        <common:address><common:country>US</common:country></common:address>
        <common:disambiguated-organization>
          <common:disambiguated-organization-identifier>https://ror.org/05gq02987</common:disambiguated-organization-identifier>
          <common:disambiguation-source>ROR</common:disambiguation-source>
        </common:disambiguated-organization>
      </common:organization>
    </employment:employment-summary>
  </activities:affiliation-group></activities:employments></activities:activities-summary>
</record:record>
`
const JSON_RECORD = {
  'orcid-identifier': { path: '0000-0002-1825-0097' },
  person: { name: { 'given-names': { value: 'Josiah' }, 'family-name': { value: 'Carberry & Co' } } },
  'activities-summary': {
    employments: {
      'affiliation-group': [
        {
          summaries: [
            {
              'employment-summary': {
                'start-date': { year: { value: '2021' }, month: { value: '11' } },
                organization: {
                  name: 'Brown University',
                  address: { country: 'US' },
                  'disambiguated-organization': {
                    'disambiguated-organization-identifier': 'https://ror.org/05gq02987',
                    'disambiguation-source': 'ROR',
                  },
                },
              },
            },
          ],
        },
      ],
    },
  },
}

describe('a record of ORCID as XML', () => {
  it('gives the same graph as in JSON', async () => {
    const [xml, json] = [await load({ 'a.xml': XML }), await load({ 'a.json': JSON.stringify(JSON_RECORD) })]
    expect(xml.findings).to.deep.equal([])
    expect(xml.hash).to.equal(json.hash)
    expect(xml.answers['person https://orcid.org/0000-0002-1825-0097']).to.include({
      family_name: 'Carberry & Co',
    })
  })
  it('that is cut off is refused, and the others load', async () => {
    const { findings, records } = await checkFiles({ 'cut.xml': XML.slice(0, 1200), 'b.xml': XML })
    const lines = XML.slice(0, 1200).trimEnd().split('\n').length
    expect(findings.map(({ kind, line, message }) => `${kind} ${line} ${message}`)).to.deep.equal([
      `unreadable-record ${lines} is no whole XML: unexpected end of file`,
    ])
    expect(records).to.equal(1)
  })
  it('expands no entities of its own, and is no deeper than records are', async () => {
    const bomb = XML.replace('?>', '?>\n<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>')
    const { findings } = await checkFiles({
      'x.xml': bomb.replace('Josiah', '&x;'),
      'deep.xml': XML.replace('Josiah', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`),
      'b.xml': XML,
    })
    expect(JSON.stringify(findings)).to.include('more than 100 elements stand within each other')
    expect(findings.filter(({ severity }) => severity === 'refused')).to.have.length(2)
  })
  it('is told from other XML, which is named', async () => {
    const { findings } = await checkFiles({
      'work.xml': '<work:work xmlns:work="http://www.orcid.org/ns/work"/>',
      'other.xml': '<?xml version="1.0"?><resource/>',
    })
    expect(findings.map(({ message }) => message)).to.have.members([
      'is ORCID XML that is no whole record, not SKG-IF; it is not read',
      'is XML, not SKG-IF; it is not read',
    ])
  })
})

/**
 * Instruments: what research measures with. An extension of skeg; docs/extending.md explains its rows.
 */

/** @param {typeof import('skeg')} skeg */
export default ({ defineExtension, fields, equals, search }) =>
  defineExtension({
    name: 'lab',
    version: '1.0.0',
    contexts: {
      lab: {
        url: 'https://example.org/lab/context.json',
        version: '1.0.0',
        '@context': {
          lab: 'https://example.org/lab#',
          sosa: 'http://www.w3.org/ns/sosa/',
          lab_instrument: 'sosa:Sensor',
          lab_operator: { '@id': 'lab:operator', '@type': '@vocab' },
          lab_first_used: { '@id': 'lab:firstUsed', '@type': 'xsd:dateTime' },
          lab_setting: { '@id': 'lab:setting', '@type': '@vocab' },
          laboratory: 'lab:Laboratory',
          observatory: 'lab:Observatory',
          lab_made_with: { '@id': 'sosa:madeBySensor', '@type': '@vocab' },
        },
      },
    },
    entities: [
      {
        name: 'lab_instrument',
        path: 'instruments',
        label: 'Instrument',
        plural: 'Instruments',
        doc: 'An instrument with which research measures.',
        labelFields: ['name'],
        referenceFields: ['identifiers', 'name'],
        display: { summary: [fields.path('lab_operator'), fields.path('lab_first_used')] },
        fields: {
          identifiers: fields.identifiers,
          name: { ...fields.string('What it is called.'), required: true },
          website: fields.website,
          lab_operator: {
            kind: 'reference',
            range: ['organisation'],
            multiple: true,
            label: 'Operated by',
            inverseLabel: 'Instruments',
            doc: 'Who operates it.',
          },
          lab_first_used: { kind: 'date', label: 'First used', doc: 'When it was first used.' },
          lab_setting: {
            kind: 'vocabTerm',
            label: 'Setting',
            doc: 'Where it is used.',
            terms: ['laboratory', 'observatory'],
          },
        },
        filters: {
          name: equals('called {value}', 'HARPS'),
          lab_setting: equals('used in a {value}', 'observatory'),
          'cf.lab_operator': equals('operated by the organisation {value}', 'organisation-eso', {
            path: 'lab_operator.local_identifier',
            facet: 'Operator',
          }),
          'lab_operator.name': equals('operated by {value}', 'European Southern Observatory'),
          'cf.search.name': search('name', 'whose name contains {value}', 'arp'),
          'cf.lab_first_used.from': {
            operator: 'gte',
            path: 'lab_first_used',
            doc: 'first used in or after {value}',
            example: '2003',
          },
        },
        orders: {
          first_used: { doc: 'first use', path: 'lab_first_used', by: 'date' },
        },
      },
    ],
    extend: {
      product: {
        fields: {
          lab_made_with: {
            kind: 'reference',
            range: ['lab_instrument'],
            multiple: true,
            label: 'Made with',
            inverseLabel: 'Made with it',
            doc: 'Instruments that measured for it.',
          },
        },
        filters: {
          'lab_made_with.local_identifier': equals('made with the instrument {value}', 'instrument-harps'),
          'lab_made_with.name': equals('made with an instrument called {value}', 'HARPS'),
        },
      },
    },
  })

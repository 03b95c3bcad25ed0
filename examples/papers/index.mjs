/** @param {typeof import('skeg')} skeg */
export default ({
  csvText,
  dateFrom,
  defineSource,
  doiIri,
  doiOf,
  generatedId,
  identifiersBy,
  makePerson,
}) => ({
  name: 'papers',
  version: '1.0.0',
  contexts: {},
  sources: [
    defineSource({
      name: 'papers',
      label: 'Lists of papers',
      text: csvText(['title', 'doi', 'year', 'authors']),
      recognises: (record) => 'doi' in record && 'authors' in record,
      read(record, { drop, refuse }) {
        const doi = doiOf(record.doi)
        if (doi === undefined) {
          refuse('has no DOI; doi is expected to be a text such as 10.5555/12345678')
          return []
        }
        if (record.note) drop('column note')
        const year = dateFrom(record.year, drop)
        const contributions = record.authors.split(';').map((author, i) => {
          const name = author.trim()
          const madeId = generatedId(doi, `author-${i + 1}`, name)
          return { by: makePerson({ name, madeId }), role: 'author', rank: i + 1 }
        })
        return [
          {
            local_identifier: doiIri(doi),
            entity_type: 'product',
            product_type: 'literature',
            identifiers: identifiersBy({ doi }),
            titles: { none: [record.title] },
            contributions,
            manifestations: [{ dates: { publication: year ? [year] : [] } }],
          },
        ]
      },
    }),
  ],
})

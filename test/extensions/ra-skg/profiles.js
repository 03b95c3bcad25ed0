/** Profiles: narrative CVs of persons. */
// @ts-check

import { equals, fields, search } from 'skeg'

/** @type {import('skeg').Field} */
export const profiles = {
  kind: 'object',
  multiple: true,
  label: 'Profiles',
  doc: 'Narrative profiles that support an evaluation.',
  fields: {
    ra_title: { ...fields.string('Title of the profile.', 'title'), label: 'Title' },
    ra_template: { kind: 'iri', label: 'Template', doc: 'The template that the profile follows.' },
    ra_sections: {
      kind: 'object',
      multiple: true,
      label: 'Sections',
      doc: 'Sections of the profile.',
      fields: {
        ra_title: { ...fields.string('Title of the section.', 'title'), label: 'Title' },
        description: fields.string('What is expected as its content.'),
        ra_content: { ...fields.string('The text of the section.', 'content'), label: 'Content' },
        cites: {
          kind: 'reference',
          range: ['product'],
          multiple: true,
          serializeAs: 'id',
          doc: 'Products that it speaks of.',
          inverseLabel: 'In profiles',
        },
      },
    },
  },
}

/** @type {Readonly<Record<string, import('skeg').FilterRow>>} */
export const profileFilters = {
  'ra_profiles.ra_template': equals(
    'with a profile that follows the template {value}',
    'https://example.org/templates/narrative-cv',
  ),
  'ra_profiles.ra_sections.cites': equals('with a profile that speaks of {value}', 'product-fair-principles'),
  'cf.search.ra_profiles.title': {
    ...search('ra_profiles.ra_title', 'with a profile whose title contains {value}', 'cv'),
    aliases: ['cf.search.ra_profiles.ra_title'],
  },
  'cf.search.ra_profiles.ra_sections.title': {
    ...search(
      'ra_profiles.ra_sections.ra_title',
      'with a profile that has a section whose title contains {value}',
      'biography',
    ),
    aliases: ['cf.search.ra_profiles.ra_sections.ra_title'],
  },
  'cf.search.ra_profiles.ra_sections.description': search(
    'ra_profiles.ra_sections.description',
    'with a profile that has a section whose guidelines contain {value}',
    'characters',
  ),
  'cf.search.ra_profiles.ra_sections.ra_content': search(
    'ra_profiles.ra_sections.ra_content',
    'with a profile that says {value}',
    'semantic',
  ),
}

/** What all pages have around them: title, navigation, search, and who publishes what. */

import { software, type InterfaceLanguage } from '../../../config/about.ts'
import { bare, mediaTypes } from '../../../config/media.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { assetOf, type AssetName } from './assets.ts'
import { brandOf } from './brand.ts'
import { data, external, h, writeDocument, type Content } from '../../shared/html.ts'
import { wholeListUrl } from '../../../api/request/list-url.ts'
import { formAction, languageInput, linkItem, linkTo, publisherLink } from './components.ts'
import { hrefOf, relativeHref, type PageSite, type Site } from './site.ts'
import { withLanguage } from '../../../api/graph-context.ts'
import {
  DOCS_PATH,
  SPARQL_PATH,
  OPENSEARCH_PATH,
  OWN_PAGES_PATH,
  SUGGEST_PATH,
  SEARCH_PATH,
} from '../../../api/request/paths.ts'
import type { Texts } from '../texts/en.ts'
import { texts as textsByLanguage } from '../texts/locale.ts'
import { licenceName } from '../../../model/identifiers/licences.ts'
import { shorten } from '../../../model/values/text.ts'

/** What a page says of itself to programs. */
export interface Head {
  readonly title: string
  readonly canonical?: string
  /** Link relations of other pages and forms. */
  readonly links?: readonly {
    readonly rel: string
    readonly href: string
    readonly type?: string | undefined
    readonly title?: string
  }[]
  /** What the page is about, for previews of links to it. */
  readonly description?: string | undefined
  /** Whether it is about one published work. */
  readonly isArticle?: boolean
  readonly tags?: readonly { readonly name: string; readonly content: string }[]
  /** JSON for programs, each with its media type. */
  readonly data?: readonly { readonly type: string; readonly json: string }[]
  /** Files of a tool that runs on the page, in their order. */
  readonly files?: readonly AssetName[]
  /** The text in the search box. */
  readonly searchText?: string
  /** Path of the collection that the page belongs to. */
  readonly activeCollection?: string
  /** The page has a search box of its own. */
  readonly hasOwnSearch?: boolean
  /** In which the page is, where it is in one alone. */
  readonly language?: InterfaceLanguage
  /** The collection that the search box searches unless readers choose all. */
  readonly searchIn?: EntityType
}

function assetLink(site: Site, key: AssetName): Content {
  const { name } = assetOf(key)
  const url = hrefOf(site, `/assets/${name}`)
  return name.endsWith('.css')
    ? h('link', { rel: 'stylesheet', href: url })
    : h('script', { src: url, defer: true })
}

/** Characters of a title in a tab or a list of results. */
const MAX_TITLE_LENGTH = 120

/** Characters of a description, of which previews show about two lines. */
const MAX_DESCRIPTION_LENGTH = 300

/** What previews of a link show: Open Graph, which the others read too, and what Twitter has of its own. */
function previewTags(site: Site, { title, canonical, description = '', isArticle }: Head): Content {
  const text = shorten(description.replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION_LENGTH)
  const byName = {
    description: text,
    'twitter:card': 'summary',
    'twitter:title': title,
    'twitter:description': text,
  }
  const byProperty = {
    'og:type': isArticle ? 'article' : 'website',
    'og:title': title,
    'og:description': text,
    'og:url': canonical ?? '',
    'og:site_name': site.about.title,
  }
  const filled = (tags: Readonly<Record<string, string>>): [string, string][] =>
    Object.entries(tags).filter(([, content]) => content !== '')
  return [
    filled(byName).map(([name, content]) => h('meta', { name, content })),
    filled(byProperty).map(([property, content]) => h('meta', { property, content })),
  ]
}

/** The page itself, the same in each language, and the one that serves all: it goes by what the browser asks for. */
function ownLinks({ languageChoice, locale }: PageSite, { canonical, language }: Head): Content {
  if (canonical === undefined) return null
  const { languages, isInUrl } = languageChoice ?? { languages: [], isInUrl: false }
  const link = (rel: string, href: string, hreflang?: string): Content => h('link', { rel, href, hreflang })
  return [
    link('canonical', isInUrl ? withLanguage(canonical, locale.language) : canonical),
    languages.length > 1 &&
      language === undefined && [
        languages.map((one) => link('alternate', withLanguage(canonical, one), one)),
        link('alternate', canonical, 'x-default'),
      ],
  ]
}

const head = (site: PageSite, about: Head): Content => {
  const { title, links = [], tags = [], data: embedded = [], files = [] } = about
  const { accent, icon = assetOf('icon') } = brandOf(site.about)
  return h(
    'head',
    null,
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, [...new Set([shorten(title, MAX_TITLE_LENGTH), site.about.title])].join(' – ')),
    ownLinks(site, about),
    links.map((link) => h('link', { ...link })),
    previewTags(site, about),
    tags.map(({ name, content }) => h('meta', { name, content })),
    [...files, 'style' as const].map((key) => assetLink(site, key)),
    accent && h('link', { rel: 'stylesheet', href: hrefOf(site, `/assets/${accent.name}`) }),
    h('link', { rel: 'icon', href: hrefOf(site, `/assets/${icon.name}`), type: icon.type }),
    site.has(OPENSEARCH_PATH) &&
      h('link', {
        rel: 'search',
        type: bare(mediaTypes.opensearch.type),
        title: site.about.title,
        href: hrefOf(site, OPENSEARCH_PATH),
      }),
    embedded.map(({ type, json }) => data(type, json)),
    // A module has names of its own, whatever tool runs on the page.
    site.has(SUGGEST_PATH) &&
      h('script', { src: hrefOf(site, `/assets/${assetOf('suggest').name}`), type: 'module' }),
  )
}

/** Where the script asks for suggestions. Like all that programs read, they are in English unless the URL says more. */
function suggestHref(site: Site): string {
  const { language } = site.locale
  const href = formAction(site, SUGGEST_PATH)
  return language === 'en' ? href : withLanguage(href, language)
}

/** The search box. @param isLarge the one of the first page */
export function searchForm(
  site: Site,
  { searchText = '', searchIn }: Pick<Head, 'searchText' | 'searchIn'>,
  isLarge = false,
): Content {
  const { texts, translate } = site.locale
  const { searchBox } = texts
  const types = searchIn && translate(searchIn.plural)
  return h(
    'form',
    {
      class: isLarge ? 'search large' : 'search',
      action: formAction(site, SEARCH_PATH),
      role: 'search',
      'data-suggest': site.has(SUGGEST_PATH) ? suggestHref(site) : undefined,
    },
    h('input', {
      type: 'search',
      name: 'q',
      value: searchText,
      'aria-label': types === undefined ? searchBox.labelOfAll : searchBox.label,
      placeholder: isLarge ? searchBox.placeholder : searchBox.search,
      required: true,
    }),
    searchIn &&
      h(
        'select',
        { name: 'types', 'aria-label': searchBox.searchIn },
        h('option', { value: searchIn.path, selected: true }, types),
        h('option', { value: '' }, searchBox.allRecords),
      ),
    languageInput(site),
    h('button', { type: 'submit' }, searchBox.search),
  )
}

function navigation(site: Site, place: string | undefined): Content {
  const types = site.model.types.filter((type) => !type.outsideNavigation && site.graph.count(type) > 0)
  return h(
    'nav',
    { class: 'collections', 'aria-label': site.locale.texts.page.collections },
    h(
      'ul',
      null,
      types.map((type) => {
        const href = relativeHref(site, wholeListUrl(site, type))
        return linkItem(href, place === type.path, site.locale.translate(type.plural))
      }),
    ),
  )
}

const footerPaths = ({ page }: Texts): readonly (readonly [path: string, text: string])[] => [
  [DOCS_PATH, page.documentation],
  [SPARQL_PATH, 'SPARQL'],
  ['/.well-known/void', page.aboutData],
]

/** Links to the same page in the other languages. */
const languageLinks = ({ locale, languageChoice, ...site }: Site): Content =>
  languageChoice?.languages
    .filter((language) => language !== locale.language)
    .map((language) =>
      h(
        'li',
        null,
        h(
          'a',
          {
            href: hrefOf({ locale, ...site }, withLanguage(languageChoice.url, language)),
            hreflang: language,
            lang: language,
            rel: 'nofollow',
          },
          textsByLanguage[language].language,
        ),
      ),
    )

function footer(site: Site): Content {
  const { publisher, licence, contact } = site.about
  const { texts } = site.locale
  const { page } = texts
  const statements: Content[] = [
    publisher && page.publishedBy(publisherLink(publisher)),
    licence !== undefined &&
      page.licence(external(licence, licenceName(licence) ?? licence, { rel: 'license noopener' })),
    contact !== undefined && [external(contact, page.contact), '. '],
    page.poweredBy(`${software.name} ${software.version}`),
  ]
  return h(
    'footer',
    null,
    h(
      'div',
      { class: 'wide-bar' },
      h('p', null, statements),
      h(
        'nav',
        { 'aria-label': page.more },
        h(
          'ul',
          null,
          Object.entries(site.about.pages ?? {}).map(([name, { title }]) =>
            h('li', null, linkTo(site, `${OWN_PAGES_PATH}/${name}`, title)),
          ),
          Object.entries(site.about.links ?? {}).map(([text, url]) => h('li', null, external(url, text))),
          footerPaths(texts)
            .filter(([path]) => site.has(path))
            .map(([path, text]) => h('li', null, linkTo(site, path, text))),
          languageLinks(site),
        ),
      ),
    ),
  )
}

/** The mark in front of the title: a fin above the water. */
const mark = (): Content =>
  h(
    'svg',
    { class: 'mark', viewBox: '0 0 32 32', 'aria-hidden': 'true' },
    h('path', {
      class: 'ground',
      d: 'M8 0h16a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z',
    }),
    h('path', { d: 'M7 21C13 20 16 14 17 6c5 4 7 9 7 15z' }),
    h('path', { class: 'water', d: 'M6 25q3-2.5 6.5 0t6.5 0t7 0' }),
  )

/** The logo of the institution, else the mark. */
function logo(site: Site): Content {
  const { logo: own, logoDark } = brandOf(site.about)
  if (!own) return mark()
  const img = h('img', { class: 'logo', src: hrefOf(site, `/assets/${own.name}`), alt: '' })
  if (!logoDark) return img
  const srcset = hrefOf(site, `/assets/${logoDark.name}`)
  return h('picture', null, h('source', { srcset, media: '(prefers-color-scheme: dark)' }), img)
}

/** The picture of the institution. */
export function brandPicture(site: Site): Content {
  const { picture } = brandOf(site.about)
  return picture && h('img', { class: 'picture', src: hrefOf(site, `/assets/${picture.name}`), alt: '' })
}

/** The language of the content where it is not that of the page. */
const ownLanguage = ({ locale }: Site, { language }: Head): string | undefined =>
  language === locale.language ? undefined : language

/** A whole page. */
export const layout = (site: PageSite, about: Head, ...content: Content[]): string =>
  writeDocument(
    h(
      'html',
      { lang: site.locale.language },
      head(site, about),
      h(
        'body',
        // For scripts.
        { 'data-texts': JSON.stringify(site.locale.texts.scripts) },
        h('a', { class: 'skip', href: '#content' }, site.locale.texts.page.skip),
        h(
          'header',
          null,
          h(
            'div',
            { class: 'wide-bar' },
            h(
              'div',
              { class: 'top' },
              h(
                'a',
                { class: 'home', href: hrefOf(site, '/') },
                logo(site),
                // The first page has it as its heading.
                h(
                  'span',
                  { class: about.title === site.about.title ? 'unseen' : undefined },
                  site.about.title,
                ),
              ),
              !about.hasOwnSearch && searchForm(site, about),
            ),
            navigation(site, about.activeCollection),
          ),
        ),
        h('main', { id: 'content', lang: ownLanguage(site, about) }, content),
        footer(site),
      ),
    ),
  )

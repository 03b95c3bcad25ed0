/** OAI-PMH 2.0 (http://www.openarchives.org/OAI/openarchivesprotocol.html): what harvesters ask for. */

import { instantText } from '../../model/values/dates.ts'
import { element, leaf, text, type Xml } from '../../record/xml.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { answerAs, type Answer } from '../../api/representation/answer.ts'
import { formText } from '../../api/request/query-parameters.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import { OaiError, readArguments, readRequest, type Arguments } from './arguments.ts'
import { repositoryOf, type Repository } from './repository.ts'
import { formats, getRecord, identify, listItems, listMetadataFormats, listSets } from './verbs.ts'

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/'

/** Seconds of now, or of the newest change, where the clock was set back. */
const nowOf = ({ graph }: GraphContext): number =>
  Math.max(Math.floor(Date.now() / 1000), graph.stamps.effective)

/** What stands in the place of a verb's answer. */
const errorElement = ({ code, message }: OaiError): Xml => element('error', { code }, text(message))

async function answerVerb(given: Arguments, context: Repository): Promise<Xml> {
  switch (given.verb) {
    case 'Identify':
      return identify(context)
    case 'ListMetadataFormats':
      return listMetadataFormats(given, context)
    case 'ListSets':
      return listSets(given, context)
    case 'GetRecord':
      return getRecord(given, context)
    default:
      return listItems(given.verb, readRequest(given, nowOf(context)), context)
  }
}

const schemaLocation = [
  `${NAMESPACE} http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd`,
  ...formats.filter(({ isAtRoot }) => isAtRoot).map(({ namespace, schema }) => `${namespace} ${schema}`),
].join(' ')

/** The document around an answer. @param given what is echoed; none where it is not understood */
const envelope = (root: string, given: Arguments | undefined, body: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'OAI-PMH',
    {
      xmlns: NAMESPACE,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': schemaLocation,
    },
    leaf('responseDate', instantText(Math.floor(Date.now() / 1000))),
    leaf('request', `${root}/oai`, given),
    body,
  )}\n`

async function write(query: string, context: Repository): Promise<string> {
  let given: Arguments | undefined
  try {
    given = readArguments(query)
    return envelope(context.urls.root, given, await answerVerb(given, context))
  } catch (error) {
    if (!(error instanceof OaiError)) throw error
    const isUnderstood = error.code !== 'badVerb' && error.code !== 'badArgument'
    return envelope(context.urls.root, isUnderstood ? given : undefined, errorElement(error))
  }
}

/** Whether a request asks for changes up to the newest of the graph, or later. */
function asksForChanges(query: string, context: GraphContext): boolean {
  try {
    const given = readArguments(query)
    return (
      given.verb.startsWith('List') &&
      readRequest(given, nowOf(context)).until >= context.graph.stamps.effective
    )
  } catch {
    return false
  }
}

export async function oai(request: RouteRequest): Promise<Answer> {
  const query = formText(request)
  const { context } = request
  return answerAs('oai', await write(query, await repositoryOf(context)), {
    uncacheable: 'no-cache',
    showsChanges: asksForChanges(query, context),
  })
}

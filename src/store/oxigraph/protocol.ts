/**
 * What an engine adds to the SPARQL protocol, which it speaks over HTTP on the socket with which its process is
 * started: the load of the graph, memory, and how it ends.
 */

/** File descriptor of the socket. */
export const SOCKET_FD = 3

/** POST of a JSON array with the N-Quads files (.nq, .nq.gz) that fill the empty store. */
export const LOAD_PATH = '/load'

/** Header of a request: resident bytes above which the process ends. */
export const MAX_RSS_HEADER = 'max-rss'

/** Header of an answer: resident bytes of the process. */
export const RSS_HEADER = 'rss'

/** Header of an answer with the status 507: quads that the full store holds. */
export const QUADS_HEADER = 'quads'

/** The signal with which an engine ends itself where a query takes more memory than it may. */
export const MEMORY_LIMIT_SIGNAL = 'SIGUSR2'

/** Public queries over a skeg as the store; test/nightly/servers.test.ts has the same over servers by other hands. */

import { startSkeg } from '../../support/stores.ts'
import { testQueriesOver } from './queries-over-engine.ts'

testQueriesOver({ name: 'skeg', isThere: async () => true, timeout: 0.5, start: startSkeg })

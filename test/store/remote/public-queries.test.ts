/** Public queries over a skeg as the store; test/nightly/virtuoso.test.ts has the same over Virtuoso. */

import { startSkeg } from '../../support/stores.ts'
import { testQueriesOver } from './queries-over-engine.ts'

testQueriesOver({ name: 'skeg', isThere: true, timeout: 1, start: startSkeg })

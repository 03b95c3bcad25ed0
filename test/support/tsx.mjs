/**
 * Lets tests and the worker threads of what they test run TypeScript, as modules alone: what is imported when
 * it is needed is the same module then.
 */
import { register } from 'tsx/esm/api'

register()

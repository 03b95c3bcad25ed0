/** A thread that holds a file against its checksums, and says whether it is as it was written. */

import { parentPort, workerData } from 'node:worker_threads'
import { isAsWritten, type FileToVerify } from '../prepared/verify.ts'

parentPort?.postMessage(isAsWritten(workerData as FileToVerify))

/** Prints as JSON what a load took: wall time, CPU time and the largest memory of the process. */

export function printRun(start, quads) {
  const { maxRSS, userCPUTime } = process.resourceUsage()
  console.log(
    JSON.stringify({
      ms: performance.now() - start,
      cpuSeconds: userCPUTime / 1e6,
      megabytes: process.memoryUsage().rss / 1e6,
      peakMegabytes: (maxRSS * 1024) / 1e6,
      quads,
    }),
  )
}

/** Lets a process say its largest memory at its end. */
process.on('exit', () => console.log(`peak ${(process.resourceUsage().maxRSS * 1024 / 1e6).toFixed(1)} MB`))

/** URLs of the own machine, which has several names. */

const LOOPBACK = /(?<=^https?:\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/

/** A URL, that of the own machine by one of its names. */
export const withLocalhost = (url: string): string => url.replace(LOOPBACK, 'localhost')

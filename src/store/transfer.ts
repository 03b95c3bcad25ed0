/** Bytes that go to another thread without being copied. */

/** The memory of bytes, where it is theirs alone: small buffers of Node share one, and are copied. */
export const memoryOf = ({ buffer }: ArrayBufferView): ArrayBuffer[] => (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize ? [buffer] : [])

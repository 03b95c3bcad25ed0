/** Bytes that go to another thread without being copied. */

/**
 * The memory of bytes, all that it holds with them; none where it is small: such buffers of Node share one,
 * and are copied.
 */
export const memoryOf = ({ buffer }: ArrayBufferView): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize ? [buffer] : []

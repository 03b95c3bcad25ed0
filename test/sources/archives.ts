// Tar archives made for a test.

type Form = 'plain' | 'gnu' | 'pax'

const BLOCK = 512
const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])

function entry(name: string, bytes: Buffer, type: string): Buffer {
  const head = Buffer.alloc(BLOCK)
  head.write(name.slice(0, 100), 0)
  head.write('0000644\0', 100)
  head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('        ', 148)
  head.write(type, 156)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, padded(bytes)])
}

/** A line of a pax header, which begins with its own length. */
function paxLine(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  const length = Buffer.byteLength(rest) + 2
  return Buffer.from(`${String(length + String(length).length - 2)}${rest}`)
}

/** @param form how names are written */
export function tar(files: Readonly<Record<string, string | Uint8Array>>, form: Form = 'plain'): Buffer {
  const entries = Object.entries(files).flatMap(([name, content]) => {
    const before =
      form === 'gnu'
        ? [entry('././@LongLink', Buffer.from(`${name}\0`), 'L')]
        : form === 'pax'
          ? [entry('PaxHeaders/x', paxLine('path', name), 'x')]
          : []
    return [...before, entry(name, Buffer.from(content as string), '0')]
  })
  return Buffer.concat([entry('folder/', Buffer.alloc(0), '5'), ...entries, Buffer.alloc(2 * BLOCK)])
}
